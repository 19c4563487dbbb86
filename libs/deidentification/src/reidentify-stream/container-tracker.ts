import { type Container, type ContainerTracker, JsonTracker, plainText } from './container.js';
import { PythonTracker } from './python-tracker.js';

/** Follows a text of that kind from its beginning. */
export function containerTracker(container: Container): ContainerTracker {
  if (container === 'json') return new JsonTracker();
  return container === 'python' ? new PythonTracker() : plainText;
}
