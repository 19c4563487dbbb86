import { build } from '../../scripts/build.mjs';

/** Once before all tests: those that start the gateway as a process of its own find it built. */
export default () => build();
