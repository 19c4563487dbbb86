import type { PolicyVersionSummary } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Badge, type Tone } from '../../ui/badges.js';

const TONES: Readonly<Record<PolicyVersionSummary['state'], Tone>> = {
  draft: 'neutral',
  review: 'masked',
  approved: 'token',
  active: 'good',
  retired: 'neutral',
  rejected: 'bad',
};

export function StateBadge({ state }: { readonly state: PolicyVersionSummary['state'] }) {
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
