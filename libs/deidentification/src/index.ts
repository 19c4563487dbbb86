export { carry, nothingOfCallers } from './deidentified-call.js';
export {
  type Closing,
  type DeidentifiedExchange,
  Deidentifier,
  type DeidentifyOptions,
  type Entity,
  memoryScope,
  tokenScope,
} from './deidentifier.js';
export type { ExchangeScope, HistoryText } from './exchange.js';
export { ExchangeMemory, type MemoryScope, NoExchangeMemory, type Remembered } from './exchange-memory.js';
export { type ReidentifiedBody, Reidentifier } from './reidentifier.js';
export {
  type Container,
  type RestoreCounts,
  StreamRestorer,
  type TokenReading,
  type TokenResolver,
} from './reidentify-stream/index.js';
export { type Restorable, Restoration } from './restoration.js';
