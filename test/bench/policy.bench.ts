import { type DecisionRequest, POLICY_VERSION, PolicySnapshot, SEED_POLICY } from '#lib/policy';

/** One measured load: how many decisions a second, and how long one takes. */
export interface PolicyBenchResult {
  readonly name: string;
  readonly statementCount: number;
  readonly compileMs: number;
  readonly decisionsPerSecond: number;
  /** The same by CPU time: what one core would do that nothing else keeps busy. */
  readonly decisionsPerCpuSecond: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
}

const TYPES = [
  'EMAIL',
  'PHONE',
  'PERSON',
  'IBAN',
  'CREDIT_CARD',
  'US_SSN',
  'ADDRESS',
  'DATE_OF_BIRTH',
  'IP_ADDRESS',
  'URL',
];
const LEVELS = ['redacted', 'token', 'masked', 'plain'] as const;
const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!;

/** Statements spread over roles, types and collections, every fifth a deny, most with two conditions. */
function spread(count: number, roleCount: number): unknown {
  const statements = Array.from({ length: count }, (_, index) => ({
    sid: `S${index}`,
    effect: index % 5 === 4 ? 'deny' : 'allow',
    principal: { role: `role-${index % roleCount}` },
    action: ['vault:Reveal'],
    resource: `pvg:acme:*/${pick(TYPES, Math.floor(index / roleCount))}`,
    condition: {
      StringEquals: { 'ctx.purpose': `purpose-${index % 7}` },
      ...(index % 2 === 0 && { StringIn: { 'resource.region': ['eu', 'us'] } }),
    },
    reveal: pick(LEVELS, index),
  }));
  return { version: POLICY_VERSION, statements };
}

function requests(count: number, roleCount: number, rolesPerPrincipal: number): DecisionRequest[] {
  const now = new Date('2026-12-01T09:00:00Z');
  return Array.from({ length: count }, (_, index) => ({
    principal: {
      tenantId: 'acme',
      id: `p${index}`,
      kind: 'user' as const,
      roles: Array.from({ length: rolesPerPrincipal }, (_one, step) => `role-${(index + step * 7) % roleCount}`),
      groups: ['staff'],
      purposes: ['*'],
      collections: ['*'],
      attributes: {},
    },
    action: 'vault:Reveal' as const,
    resource: { tenantId: 'acme', collectionId: 'customers', infoType: pick(TYPES, index), region: 'eu' },
    context: { now, purpose: `purpose-${index % 7}`, suppliedByCaller: index % 2 === 0 },
  }));
}

function measure(
  name: string,
  document: unknown,
  given: readonly DecisionRequest[],
  seconds: number,
): PolicyBenchResult {
  const compileStarted = performance.now();
  const snapshot = PolicySnapshot.of(document);
  const compileMs = performance.now() - compileStarted;
  for (const request of given) snapshot.decide(request);
  const times: number[] = [];
  for (const request of given) {
    const started = performance.now();
    snapshot.decide(request);
    times.push((performance.now() - started) * 1_000);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  let decided = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  while (performance.now() - started < seconds * 1_000) {
    for (const request of given) snapshot.decide(request);
    decided += given.length;
  }
  const decisionsPerSecond = Math.round(decided / ((performance.now() - started) / 1_000));
  const used = process.cpuUsage(cpu);
  const decisionsPerCpuSecond = Math.round(decided / ((used.user + used.system) / 1_000_000));
  const statementCount = snapshot.document.statements.length;
  return {
    name,
    statementCount,
    compileMs,
    decisionsPerSecond,
    decisionsPerCpuSecond,
    p50Us: at(0.5),
    p95Us: at(0.95),
    p99Us: at(0.99),
  };
}

/** `[seconds]` for each load (default 1). Prints a line for each, and returns the figures. */
export async function run(args: string[]): Promise<PolicyBenchResult[]> {
  const seconds = Number(args[0] ?? 1);
  const seeded = requests(1_000, 4, 1).map((request, index) => ({
    ...request,
    principal: { ...request.principal, roles: [pick(['user', 'support', 'analyst', 'admin'], index)] },
  }));
  const results = [
    measure('seeded policy', SEED_POLICY, seeded, seconds),
    measure('50 statements, 5 roles', spread(50, 5), requests(1_000, 5, 2), seconds),
    measure('10,000 statements, 100 roles', spread(10_000, 100), requests(1_000, 100, 2), seconds),
    measure('10,000 statements, 10 roles', spread(10_000, 10), requests(1_000, 10, 2), seconds),
  ];
  for (const { name, compileMs, decisionsPerSecond, decisionsPerCpuSecond, p50Us, p95Us, p99Us } of results) {
    console.log(
      `${name}: ${decisionsPerSecond.toLocaleString('en')} decisions/s (${decisionsPerCpuSecond.toLocaleString('en')} by CPU time), p50 ${p50Us.toFixed(1)} µs, p95 ${p95Us.toFixed(1)} µs, ` +
        `p99 ${p99Us.toFixed(1)} µs; compiled in ${compileMs.toFixed(0)} ms`,
    );
  }
  return results;
}
