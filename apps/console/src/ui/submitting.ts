import type { FormEvent } from 'react';

/** For forms that are sent by script. */
export function submitting(work: () => unknown) {
  return (event: FormEvent) => {
    event.preventDefault();
    void work();
  };
}
