import { Button, PasswordInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Session } from '../../api/types.js';
import { Failure } from '../../ui/states.js';
import { submitting } from '../../ui/submitting.js';
import type { Task } from '../../ui/use-task.js';

export interface FormProps {
  readonly adopt: (session: Session) => void;
}

interface Props {
  readonly task: Task<[], void>;
  readonly submit: string;
  readonly children: ReactNode;
}

/** A form that ends in a session: its fields, what went wrong, its button. */
export function WayIn({ task, submit, children }: Props) {
  return (
    <form onSubmit={submitting(task.run)}>
      <Stack>
        {children}
        {task.error !== null && <Failure error={task.error} />}
        <Button type="submit" loading={task.running}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

interface SecretProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `off` for what is pasted once; the browser's passwords otherwise. */
  readonly kind: 'off' | 'current-password' | 'new-password';
  readonly first?: boolean;
}

export const PASSWORD_LENGTH_MIN = 12;

/** A secret that is typed or pasted. It lives in the form alone. */
export function SecretInput({ label, description, value, onChange, kind, first = false }: SecretProps) {
  return (
    <PasswordInput
      label={label}
      description={description}
      autoComplete={kind}
      required
      autoFocus={first}
      {...(first && { 'data-autofocus': true })}
      {...(kind === 'new-password' && { minLength: PASSWORD_LENGTH_MIN })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
