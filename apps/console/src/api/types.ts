import type { components } from './generated/schema.js';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type SignInOptions = Schemas['SignInOptions'];
export type AccessMatrix = Schemas['AccessMatrix'];
export type MatrixRow = AccessMatrix['rows'][number];
export type MatrixCell = MatrixRow['cells'][number];
export type Level = MatrixCell['level'];
export type PolicySummary = Schemas['PolicySummary'];
export type PolicyVersion = Schemas['PolicyVersion'];
export type PolicyVersionSummary = Schemas['PolicyVersionSummary'];
export type PolicyDocument = PolicyVersion['document'];
export type PolicyStatement = PolicyDocument['statements'][number];
export type Role = Schemas['Role'];
export type Principal = Schemas['Principal'];
export type AuditEvent = Schemas['AuditEvent'];
export type PlaygroundRequest = Schemas['PlaygroundRequest'];
export type PlaygroundRun = Schemas['PlaygroundRun'];
export type PlaygroundFinding = Schemas['PlaygroundFinding'];
export type PlaygroundView = Schemas['PlaygroundView'];
export type PlaygroundSegment = Schemas['PlaygroundSegment'];
export type Simulation = Schemas['Simulation'];
export type Replay = Schemas['Replay'];
export type Subject = Schemas['Subject'];
export type KeyStatus = Schemas['KeyStatus'];
export type KeyRotation = Schemas['KeyRotation'];
export type ApiKey = Schemas['ApiKey'];
