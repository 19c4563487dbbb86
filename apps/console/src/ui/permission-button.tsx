import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { useSession } from '../app/session.js';
import { t } from '../i18n/index.js';

interface Props extends ButtonProps {
  readonly permission: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly type?: 'button' | 'submit';
  /** Given by a menu that hangs on the button. */
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button that says which permission it lacks, to the pointer and to the keyboard. */
export function PermissionButton({ permission, onClick, type = 'button', children, ...rest }: Props) {
  const { may } = useSession();
  const standing = may(permission);
  if (standing === 'yes' || standing === 'conditional') {
    return (
      <Button type={type} onClick={onClick} {...rest}>
        {children}
      </Button>
    );
  }
  const why = t('state.needs', { permission });
  return (
    <Tooltip label={why}>
      <Button {...rest} type="button" data-disabled aria-disabled="true" aria-description={why} onClick={undefined}>
        {children}
      </Button>
    </Tooltip>
  );
}
