import { SWC } from './scripts/build.mjs';

/** Run through `npm test`: ESM needs node's --experimental-vm-modules. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  rootDir: '.',
  testMatch: [
    '<rootDir>/apps/{gateway,cli}/**/*.spec.ts',
    '<rootDir>/libs/**/*.spec.ts',
    '<rootDir>/migrations/**/*.spec.ts',
    '<rootDir>/test/**/*.spec.ts',
    '<rootDir>/tools/**/*.spec.ts',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/dist/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/leak/',
    '<rootDir>/test/clients/',
    // Run by libs/detection/src/recognizers/national/every-recognizer.spec.ts.
    '<rootDir>/libs/detection/src/recognizers/[a-z]{2}/',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.pvg/', '<rootDir>/.cache/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Sources import `./x.js` and are `./x.ts`. `.json.js` is how libphonenumber-js ships its data.
  moduleNameMapper: { '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  testTimeout: 30_000,
  // The test cluster lives as long as this process.
  globals: { pvgTestRun: { ownerPid: process.pid } },
  maxWorkers: 2,
  // These two publish their sources under the condition by which ours are found.
  transformIgnorePatterns: ['/node_modules/(?!eventsource(-parser)?/)'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...SWC, sourceMaps: 'inline' }] },
};
