import { Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, call } from '../../api/client.js';
import type { PolicyDocument, PolicyVersion } from '../../api/types.js';
import { useSession } from '../../app/session.js';
import { t } from '../../i18n/index.js';
import { PermissionButton } from '../../ui/permission-button.js';
import { Failure } from '../../ui/states.js';
import { type Task, useTask } from '../../ui/use-task.js';
import css from './policies.module.css';

interface Props {
  readonly loaded: PolicyVersion;
  readonly active: number | null;
  readonly document: PolicyDocument;
  readonly dirty: boolean;
  readonly canSave: boolean;
  readonly save: Task<[], void>;
}

/** What may happen to a version next: each step in its state, for whoever may, and never approval of one's own. */
export function VersionActions({ loaded, active, document, dirty, canSave, save }: Props) {
  const { policyId, version, state, etag, editors, author } = loaded;
  const { session } = useSession();
  const queries = useQueryClient();
  const go = useNavigate();
  const mine = author === session.principal.id || editors.includes(session.principal.id);
  const target = { params: { path: { policyId, version }, header: { 'if-match': `"${etag}"` } } };

  const step = useTask(async (what: 'submit' | 'approve' | 'reject' | 'activate') => {
    const next = await call((): Promise<{ data?: PolicyVersion; error?: unknown; response: Response }> => {
      if (what === 'submit') return api.POST('/admin/v1/policies/{policyId}/versions/{version}/submit', target);
      if (what === 'activate') return api.POST('/admin/v1/policies/{policyId}/versions/{version}/activate', target);
      return what === 'approve'
        ? api.POST('/admin/v1/policies/{policyId}/versions/{version}/approve', { ...target, body: {} })
        : api.POST('/admin/v1/policies/{policyId}/versions/{version}/reject', { ...target, body: {} });
    });
    queries.setQueryData(['policies', policyId, version], next);
    await queries.invalidateQueries({ queryKey: ['policies'] });
    await queries.invalidateQueries({ queryKey: ['matrix'] });
  });
  const draft = useTask(async () => {
    const made = await call(() =>
      api.POST('/admin/v1/policies/{policyId}/versions', { params: { path: { policyId } }, body: { document } }),
    );
    await queries.invalidateQueries({ queryKey: ['policies'] });
    await go(`/policies/${policyId}?version=${made.version}`);
  });

  return (
    <div className={css.bar}>
      {state === 'draft' && (
        <>
          <PermissionButton
            permission="policy:Write"
            disabled={!canSave}
            loading={save.running}
            onClick={() => void save.run()}
          >
            {t('version.save')}
          </PermissionButton>
          <PermissionButton
            permission="policy:Write"
            variant="default"
            disabled={dirty}
            loading={step.running}
            onClick={() => void step.run('submit')}
          >
            {t('version.submit')}
          </PermissionButton>
        </>
      )}
      {state === 'review' && (
        <>
          <Tooltip label={t('version.own')} disabled={!mine}>
            <span>
              <PermissionButton
                permission="policy:Approve"
                disabled={mine}
                loading={step.running}
                onClick={() => void step.run('approve')}
              >
                {t('version.approve')}
              </PermissionButton>
            </span>
          </Tooltip>
          <PermissionButton
            permission="policy:Approve"
            variant="default"
            loading={step.running}
            onClick={() => void step.run('reject')}
          >
            {t('version.reject')}
          </PermissionButton>
          {mine && <span className={css.small}>{t('version.own')}</span>}
        </>
      )}
      {(state === 'approved' || state === 'retired') && (
        <PermissionButton permission="policy:Activate" loading={step.running} onClick={() => void step.run('activate')}>
          {t(state === 'retired' && active !== null ? 'version.rollback' : 'version.activate')}
        </PermissionButton>
      )}
      {state !== 'draft' && (
        <PermissionButton
          permission="policy:Write"
          variant="default"
          loading={draft.running}
          onClick={() => void draft.run()}
        >
          {t('version.draft')}
        </PermissionButton>
      )}
      {step.error !== null && <Failure error={step.error} />}
      {draft.error !== null && <Failure error={draft.error} />}
    </div>
  );
}
