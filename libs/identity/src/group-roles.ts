/** What membership of a group gives. */
export interface GroupDefinition {
  readonly id: string;
  readonly roles: readonly string[];
  /** Groups whose roles its members have too. */
  readonly parents: readonly string[];
  readonly purposes: readonly string[];
  readonly collections: readonly string[];
}

export interface GroupRights {
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly purposes: readonly string[];
  readonly collections: readonly string[];
}

/**
 * The groups that somebody is in, directly and through parents, and what they give together. A cycle of parents is walked
 * once; an unknown group gives nothing but its name.
 */
export function groupRights(direct: readonly string[], definitions: ReadonlyMap<string, GroupDefinition>): GroupRights {
  const groups = new Set<string>();
  const roles = new Set<string>();
  const purposes = new Set<string>();
  const collections = new Set<string>();
  const waiting = [...direct];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (groups.has(id)) continue;
    groups.add(id);
    const definition = definitions.get(id);
    if (!definition) continue;
    waiting.push(...definition.parents);
    for (const role of definition.roles) roles.add(role);
    for (const purpose of definition.purposes) purposes.add(purpose);
    for (const collection of definition.collections) collections.add(collection);
  }
  const list = (set: Set<string>) => [...set].sort();
  return { groups: list(groups), roles: list(roles), purposes: list(purposes), collections: list(collections) };
}
