import type { ToolArgumentRule } from '#lib/config';
import type { ToolValue } from '#lib/deidentification';
import { lowerLevel, type RevealLevel } from '#lib/kernel';
import type { Tool } from '../registry/tool.js';
import { PointerRules } from './pointer-rules.js';

const UNLISTED: ToolArgumentRule = { reveal: 'plain', role: 'text', allow: [] };

/** What the policy of a tool says of its arguments. */
export class ArgumentRules {
  private readonly rules: PointerRules<ToolArgumentRule>;
  private readonly placements: PointerRules<string>;

  constructor(private readonly tool: Pick<Tool, 'policy' | 'placements'>) {
    this.rules = new PointerRules(tool.policy.arguments);
    this.placements = new PointerRules(tool.placements);
  }

  /**
   * INVARIANT (`argument-levels.spec.ts`): what reaches a URL, a header or code is never a `value` or `destination`,
   * whatever the policy says.
   */
  at(pointer: string): ToolArgumentRule {
    const rule = this.rules.find(pointer) ?? UNLISTED;
    const placed = this.placements.find(pointer);
    if (placed === undefined || (rule.role !== 'value' && rule.role !== 'destination')) return rule;
    return { ...rule, role: placed === 'header' ? 'header' : placed === 'url' ? 'url' : 'text' };
  }

  isCode(pointer: string): boolean {
    return this.placements.find(pointer) === 'code';
  }

  /**
   * How much of a value the tool gets where it stands. `whole`: nothing stands around it. Only then, and only where the
   * policy says that one value belongs there, may `vault:Use` lift it above what the caller sees: a model that was talked
   * into writing values into a text, an address or a header gains nothing by it.
   */
  levelOf(rule: ToolArgumentRule, value: ToolValue, whole: boolean): RevealLevel {
    const { toolLevel, callerLevel, mayUse, type } = value;
    const most = lowerLevel(rule.reveal, toolLevel);
    const fits = (rule.types === undefined || rule.types.includes(type)) && this.takesFrom(value);
    const allowed = fits ? most : lowerLevel(most, 'token');
    const liftable = whole && mayUse && (rule.role === 'value' || rule.role === 'destination');
    return liftable ? allowed : lowerLevel(allowed, callerLevel);
  }

  /** Whether the value may say where something goes. */
  isDestination(rule: ToolArgumentRule, value: ToolValue): boolean {
    const origins = rule.origins ?? this.tool.policy.origins;
    return origins.includes('*') || value.origins.some((origin) => origins.includes(origin));
  }

  /** Every place a value is known from must be one that the tool takes values from. */
  private takesFrom({ origins }: ToolValue): boolean {
    const taken = this.tool.policy.origins;
    return taken.includes('*') || (origins.length > 0 && origins.every((origin) => taken.includes(origin)));
  }
}

/** Whether a text without tokens is on the list; `*` stands for any characters, and upper and lower case are one. */
export function isOnList(text: string, list: readonly string[]): boolean {
  return list.some((entry) => {
    const parts = entry.toLowerCase().split('*');
    const given = text.trim().toLowerCase();
    if (parts.length === 1) return given === parts[0];
    let at = parts[0]!.length;
    if (!given.startsWith(parts[0]!)) return false;
    for (const part of parts.slice(1, -1)) {
      const found = given.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    const last = parts.at(-1)!;
    return given.length - last.length >= at && given.endsWith(last);
  });
}
