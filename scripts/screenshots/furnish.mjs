// An installation that was in use for a while, with invented people.

const OFFICERS = {
  sid: 'OfficersSeeMail',
  description: 'Privacy officers read addresses for their cases',
  effect: 'allow',
  principal: { role: 'privacy-officer' },
  action: ['vault:Reveal'],
  resource: 'pvg:*:*/EMAIL',
  reveal: 'plain',
  condition: { StringEquals: { 'ctx.purpose': 'case-handling' }, Exists: { 'ctx.reason': true } },
};

export async function furnish({ url, keys, api }) {
  const { admin, user, support, analyst } = keys;
  const { items } = await api(user, '/v1/vault/tokenize', {
    items: [
      { type: 'EMAIL', value: 'maria.kowalski@example.com', subject: 'customer-1042' },
      { type: 'PERSON', value: 'Maria Kowalski', subject: 'customer-1042' },
      { type: 'PHONE', value: '+44 20 7946 0958', subject: 'customer-2077' },
      { type: 'IBAN', value: 'GB33BUKB20201555555555', subject: 'customer-2077' },
    ],
  });
  const tokens = items.map(({ token }) => token);
  for (const [key, times] of [
    [support, 3],
    [analyst, 2],
    [user, 1],
  ]) {
    for (let time = 0; time < times; time += 1) await api(key, '/v1/vault/detokenize', { tokens });
  }
  await api(analyst, '/admin/v1/policies').catch(() => undefined);
  const put = (path, body) => api(admin, `/admin/v1/${path}`, body, 'PUT');
  await put('roles/privacy-officer', { description: 'Reads single values for cases' });
  await put('groups/case-team', {
    roles: ['privacy-officer'],
    parents: [],
    purposes: ['case-handling'],
    collections: ['default'],
  });
  await put('claim-rules', { issuer: 'company', claim: 'groups', value: 'CaseTeam', groups: ['case-team'] });
  for (const [id, displayName, kind, roles] of [
    ['ann.vogel', 'Ann Vogel', 'user', ['admin']],
    ['ben.osei', 'Ben Osei', 'user', ['admin']],
    ['support-desk', 'Support desk', 'service', ['support']],
  ]) {
    await api(admin, '/admin/v1/principals', {
      id,
      displayName,
      kind,
      roles,
      purposes: ['case-handling'],
      collections: ['default'],
    });
  }
  await api(admin, '/admin/v1/grants', {
    principalId: 'ben.osei',
    role: 'privacy-officer',
    reason: 'Stands in for Ann during the audit',
    durationSeconds: 3_600,
  });
  const active = await api(admin, '/admin/v1/policies/default/versions/1');
  const { statements, ...document } = active.document;
  await api(admin, '/admin/v1/policies/default/versions', {
    document: {
      ...document,
      statements: [...statements.filter(({ sid }) => sid !== 'SupportSearches'), OFFICERS],
    },
  });
  const principal = { roles: ['support'] };
  await put('policies/default/tests/support-never-sees-accounts', {
    request: { principal, action: 'vault:Reveal', resource: { infoType: 'IBAN' } },
    expected: { level: 'token' },
  });
  await put('policies/default/tests/support-sees-masks', {
    request: { principal, action: 'vault:Reveal', resource: { infoType: 'EMAIL' } },
    expected: { level: 'masked' },
  });
  await api(admin, '/v1/subjects/customer-2077/hold', { reason: 'Complaint 2026-118' }, 'PUT');
  await job(url, admin);
}

async function job(url, key) {
  const body = new FormData();
  for (const name of ['complaint.txt', 'reply.txt'])
    body.append('file', new File(['Please write to maria.kowalski@example.com today.'], name));
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${url}/v1/jobs`, { method: 'POST', body, headers });
  const { id } = await made.json();
  for (let state = ''; state !== 'finished'; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ state } = await (await fetch(`${url}/v1/jobs/${id}`, { headers })).json());
  }
}
