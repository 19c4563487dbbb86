// A real OpenID provider on loopback with a login page of its own. Everybody there is jane, of the CareTeam.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'console', secret: 'loopback-only' };

/** `redirectUrl` may be told later than the issuer, which the gateway must know before it has an address. */
export async function startOpenIdProvider() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  return {
    issuer,
    serve(redirectUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [redirectUrl],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        pkce: { required: () => true },
        claims: { openid: ['sub', 'groups'], auth_time: null },
        conformIdTokenClaims: false,
        findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, groups: ['CareTeam'] }) }),
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }) => `/login/${uid}` },
      });
      const answer = provider.callback();
      server.on('request', (request, response) => {
        if (!request.url?.startsWith('/login/')) return answer(request, response);
        if (request.method === 'POST') return finish(provider, request, response);
        response.setHeader('content-type', 'text/html');
        response.end('<title>Login</title><form method="post"><button>Continue as jane</button></form>');
      });
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

async function finish(provider, request, response) {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: 'jane', clientId: params.client_id });
  grant.addOIDCScope('openid profile email');
  const consent = { grantId: await grant.save() };
  const result = prompt.name === 'login' ? { login: { accountId: 'jane' }, consent } : { consent };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}
