import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api, call } from '../../api/client.js';
import { ApiError } from '../../api/problem.js';
import type { PolicyDocument, PolicyVersion } from '../../api/types.js';
import { t } from '../../i18n/index.js';
import { Panel } from '../../ui/page.js';
import { Failure, Loaded, Loading } from '../../ui/states.js';
import { useTask } from '../../ui/use-task.js';
import { Conflicts } from './conflicts.js';
import { LintResult } from './lint-result.js';
import css from './policies.module.css';
import { PolicyTests } from './policy-tests.js';
import { StateBadge } from './state-badge.js';
import { canonical, type Merge, mergeThreeWays } from './statements.js';
import { StatementsForm } from './statements-form.js';
import { VersionActions } from './version-actions.js';
import { VersionDiff } from './version-diff.js';

const JsonEditor = lazy(() => import('./json-editor.js'));

interface Props {
  readonly policyId: string;
  readonly version: number;
  readonly active: number | null;
}

export function VersionEditor({ policyId, version, active }: Props) {
  const read = useQuery({
    queryKey: ['policies', policyId, version],
    queryFn: () =>
      call(() =>
        api.GET('/admin/v1/policies/{policyId}/versions/{version}', { params: { path: { policyId, version } } }),
      ),
    // What is edited must not change under the hands; a conflict shows when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Loaded query={read}>{(loaded) => <Editor key={loaded.etag} loaded={loaded} active={active} />}</Loaded>;
}

/** Form and JSON of one document. */
function Editor({ loaded, active }: { readonly loaded: PolicyVersion; readonly active: number | null }) {
  const { policyId, version, etag } = loaded;
  const queries = useQueryClient();
  const [document, setDocument] = useState<PolicyDocument>(loaded.document);
  const [broken, setBroken] = useState(false);
  const [merge, setMerge] = useState<{ merge: Merge; theirs: PolicyVersion } | null>(null);
  const editable = loaded.state === 'draft';
  const dirty = canonical(document) !== canonical(loaded.document);

  const put = (next: PolicyDocument, tag: string) =>
    call(() =>
      api.PUT('/admin/v1/policies/{policyId}/versions/{version}', {
        params: { path: { policyId, version }, header: { 'if-match': `"${tag}"` } },
        body: { document: next },
      }),
    );
  const stored = async (saved: PolicyVersion) => {
    queries.setQueryData(['policies', policyId, version], saved);
    await queries.invalidateQueries({ queryKey: ['policies'], refetchType: 'active', exact: false });
  };
  const save = useTask(async () => {
    try {
      await stored(await put(document, etag));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
      const theirs = await call(() =>
        api.GET('/admin/v1/policies/{policyId}/versions/{version}', { params: { path: { policyId, version } } }),
      );
      setMerge({ merge: mergeThreeWays(loaded.document, document, theirs.document), theirs });
    }
  });
  const saveMerged = useTask(async (next: PolicyDocument) => {
    if (merge) await stored(await put(next, merge.theirs.etag));
    setMerge(null);
  });

  return (
    <Panel
      title={
        <span className={css.bar}>
          {t('policies.version', { version })} <StateBadge state={loaded.state} />
          {dirty && <span className={css.small}>{t('version.unsaved')}</span>}
        </span>
      }
      actions={
        <VersionActions
          loaded={loaded}
          active={active}
          document={document}
          dirty={dirty}
          canSave={dirty && !broken}
          save={save}
        />
      }
    >
      {save.error !== null && <Failure error={save.error} />}
      {saveMerged.error !== null && <Failure error={saveMerged.error} />}
      {loaded.reviewNote && (
        <p className={css.small}>
          <bdi>{t('version.reviewNote', { reviewer: loaded.reviewer ?? '', note: loaded.reviewNote })}</bdi>
        </p>
      )}
      {merge && (
        <Conflicts merge={merge.merge} onSave={(next) => void saveMerged.run(next)} saving={saveMerged.running} />
      )}
      <Tabs defaultValue="form" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="form">{t('version.tab.form')}</Tabs.Tab>
          <Tabs.Tab value="json">{t('version.tab.json')}</Tabs.Tab>
          <Tabs.Tab value="diff">{t('version.tab.diff')}</Tabs.Tab>
          <Tabs.Tab value="tests">{t('version.tab.tests')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="form">
          <StatementsForm document={document} editable={editable} onChange={setDocument} />
          <LintResult document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <Suspense fallback={<Loading />}>
            <JsonEditor document={document} editable={editable} onChange={setDocument} onBroken={setBroken} />
          </Suspense>
          <LintResult document={document} />
        </Tabs.Panel>
        <Tabs.Panel value="diff">
          <VersionDiff policyId={policyId} version={version} active={active} />
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          <PolicyTests policyId={policyId} version={version} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}
