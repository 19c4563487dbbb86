/** The words of policy documents, as the gateway's own schema lists them; a compile error tells when one is gone. */
import type { components } from '../../api/generated/schema.js';

type Action = components['schemas']['SimulateRequest']['action'];

export const ACTIONS = [
  'gateway:Invoke',
  'privacy:Inspect',
  'document:Deidentify',
  'vault:Tokenize',
  'vault:Join',
  'vault:Reveal',
  'vault:Use',
  'vault:Search',
  'vault:Link',
  'vault:Export',
  'vault:Erase',
  'vault:Hold',
  'vault:Configure',
  'keys:Read',
  'keys:Rotate',
  'tool:Invoke',
  'tool:Read',
  'tool:Write',
  'upstream:Read',
  'upstream:Write',
  'job:Read',
  'job:Write',
  'policy:Read',
  'policy:Write',
  'policy:Approve',
  'policy:Activate',
  'principal:Read',
  'principal:Write',
  'principal:Delegate',
  'grant:Request',
  'grant:Approve',
  'grant:BreakGlass',
  'audit:Read',
  'audit:Export',
  'system:Read',
] as const satisfies readonly Action[];

export const WILDCARDS = ['*', ...new Set(ACTIONS.map((action) => `${action.split(':')[0]}:*`))];
