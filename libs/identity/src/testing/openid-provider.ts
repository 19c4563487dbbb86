import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface TestProvider {
  readonly issuer: string;
  /** How often its login page was shown. */
  loginCount(): number;
  close(): Promise<void>;
}

export const TEST_CLIENT = { id: 'console', secret: 'loopback-only' } as const;

/** A real OpenID provider whose login page is answered at once, as by a person with no doubts. Everybody there is `jane`. */
export async function startOpenIdProvider(redirectUrl: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let logins = 0;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT.id,
        client_secret: TEST_CLIENT.secret,
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups', 'amr'], auth_time: null },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, groups: ['CareTeam'] }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/login/')) return answer(request, response);
    const { prompt, params, grantId } = await provider.interactionDetails(request, response);
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: 'jane', clientId: params.client_id as string });
    grant!.addOIDCScope('openid profile email');
    const consent = { grantId: await grant!.save() };
    if (prompt.name === 'login') logins += 1;
    const result =
      prompt.name === 'login' ? { login: { accountId: 'jane', amr: ['pwd', 'mfa'] }, consent } : { consent };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  });
  return {
    issuer,
    loginCount: () => logins,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A browser at the provider: follows its redirects, with its cookies, up to the one that leads back to the gateway. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();

  async browse(start: URL, redirectUrl: string): Promise<URL> {
    let url = start;
    for (let hop = 0; hop < 12; hop += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        this.#cookies.set(name!, value!);
      }
      url = new URL(response.headers.get('location') ?? '', url);
      if (url.href.startsWith(redirectUrl)) return url;
    }
    throw new Error('the provider never came back');
  }
}
