import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { AuditEvent } from '../../api/types.js';
import { dateTime, t } from '../../i18n/index.js';
import { Badge, Chip, LevelBadge } from '../../ui/badges.js';
import css from './audit.module.css';

interface Props {
  readonly events: readonly AuditEvent[];
  readonly onPick: (event: AuditEvent) => void;
  /** Called when the end of what is loaded comes into sight. */
  readonly onEnd: () => void;
}

const ROW_PX = 36;
const AHEAD = 20;

/** Only the rows in sight exist, so that a hundred thousand scroll like ten. */
export function AuditTable({ events, onPick, onEnd }: Props) {
  const scroll = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (last >= events.length - AHEAD) ended.current();
  }, [last, events.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section ref={scroll} className={css.scroll} tabIndex={0} aria-label={t('nav.audit')}>
      <div className={`${css.grid} ${css.head}`}>
        <span>{t('audit.when')}</span>
        <span>{t('audit.action')}</span>
        <span>{t('audit.actor')}</span>
        <span>{t('audit.resource')}</span>
        <span>{t('audit.decision')}</span>
      </div>
      <div style={{ position: 'relative', height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const event = events[index]!;
          return (
            <button
              key={event.sequence}
              type="button"
              className={`${css.grid} ${css.row}`}
              style={{ position: 'absolute', top: 0, left: 0, transform: `translateY(${start}px)` }}
              onClick={() => onPick(event)}
            >
              <Row event={event} />
            </button>
          );
        })}
      </div>
    </section>
  );
}

function Row({ event: { recordedAt, action, actor, resource, decision, facts } }: { readonly event: AuditEvent }) {
  const tokens = Array.isArray(facts?.tokens) ? facts.tokens : [];
  const what = [resource.infoType, resource.id ?? tokens[0] ?? resource.collection].filter(Boolean).join(' ');
  return (
    <>
      <span>{dateTime(recordedAt)}</span>
      <span>{action}</span>
      <span>
        <bdi>{actor.id}</bdi>
      </span>
      <span>
        {tokens.length > 1 && t('audit.times', { count: tokens.length })} {resource.kind}{' '}
        {what && <Chip mono>{what}</Chip>}
      </span>
      <span>
        {decision && !decision.allowed && <Badge tone="bad">{t('audit.denied')}</Badge>}{' '}
        {decision?.level && <LevelBadge level={decision.level} />} {decision?.decidedBy.slice(0, 2).join(', ')}
      </span>
    </>
  );
}
