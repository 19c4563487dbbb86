import { Select } from '@mantine/core';
import { IconEye, IconEyeOff, IconHash, IconMask, IconMinus, IconSquareFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Level } from '../api/types.js';
import { t } from '../i18n/index.js';
import css from './page.module.css';

const ICONS = {
  plain: IconEye,
  masked: IconMask,
  token: IconHash,
  redacted: IconSquareFilled,
  omit: IconMinus,
} as const satisfies Record<Level, typeof IconEye>;

export const LEVELS = ['plain', 'masked', 'token', 'redacted', 'omit'] as const satisfies readonly Level[];

export function levelClass(level: Level): string {
  return css[level] ?? '';
}

export function LevelIcon({ level, size = 13 }: { readonly level: Level; readonly size?: number }) {
  const Icon = ICONS[level] ?? IconEyeOff;
  return <Icon size={size} stroke={2} aria-hidden="true" />;
}

/** A reveal level: never by colour alone. */
export function LevelBadge({ level }: { readonly level: Level }) {
  return (
    <span className={`${css.level} ${levelClass(level)}`} title={t(`level.${level}.text`)}>
      <LevelIcon level={level} />
      {t(`level.${level}`)}
    </span>
  );
}

interface LevelSelectProps {
  readonly label: string;
  readonly level: Level;
  readonly onChange: (level: Level) => void;
}

export function LevelSelect({ label, level, onChange }: LevelSelectProps) {
  return (
    <Select
      label={label}
      data={LEVELS.map((one) => ({ value: one, label: t(`level.${one}`) }))}
      value={level}
      onChange={(value) => value && onChange(value as Level)}
      allowDeselect={false}
    />
  );
}

export type Tone = 'good' | 'bad' | 'accent' | 'neutral' | 'masked' | 'token';

export function Badge({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={`${css.level} ${css[tone]}`}>
      {icon}
      {children}
    </span>
  );
}

/** A name that somebody chose: kept on one line, its writing direction its own. */
export function Chip({ children, mono = false }: { readonly children: ReactNode; readonly mono?: boolean }) {
  return <bdi className={mono ? `${css.chip} ${css.mono}` : css.chip}>{children}</bdi>;
}

export function Chips({ names }: { readonly names: readonly string[] }) {
  return (
    <span className={css.chips}>
      {names.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
    </span>
  );
}

/** A statement's id, or the built-in rule that decided. */
export function Statement({ id }: { readonly id: string }) {
  return <Chip mono>{id}</Chip>;
}
