import { Controller, Get, Inject, Param, Query, Redirect, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#lib/config';
import { DEVELOPMENT_TENANT, LOGIN_COOKIE, LOGIN_SECONDS_MAX, RateLimits, SetupTokens } from '#lib/identity';
import { DomainError } from '#lib/kernel';
import { RequirePermission } from '../http/permission.js';
import { Responds, RespondsRedirect } from '../http/responds.js';
import { CONFIG } from '../http/tokens.js';
import { clearCookie, readCookie, setCookie } from './cookies.js';
import { OidcProviders } from './oidc-providers.js';
import { SignInOptions } from './session.schema.js';
import { SessionOpening } from './session-opening.js';
import { SignInAudit } from './sign-in-audit.js';

const ProviderName = z
  .string()
  .regex(/^[a-z0-9-]{1,63}$/, { message: 'must be the name of a provider' })
  .meta({ description: 'The configured name of the provider.' });
const StartQuery = z.object({
  returnTo: z.string().max(500).optional().meta({ description: 'A path of the console to come back to; else `/`.' }),
  reauthenticate: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'The provider must ask again who it is, whatever session it has.' }),
});
type StartQuery = z.infer<typeof StartQuery>;

/** Where a browser goes that was not told better: the page tells what went wrong, if anything. */
const CONSOLE = '/console';

/** The ways in, and sign-in at an OpenID provider. */
@ApiTags('Sign-in')
@Controller('admin/v1/sign-in')
export class SignInController {
  constructor(
    private readonly providers: OidcProviders,
    private readonly tokens: SetupTokens,
    private readonly opening: SessionOpening,
    private readonly limits: RateLimits,
    private readonly audit: SignInAudit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What the sign-in page offers. */
  @Get()
  @RequirePermission('public')
  @Responds(SignInOptions)
  async options() {
    return {
      setupNeeded: !(await this.tokens.hasAdministrator(DEVELOPMENT_TENANT)),
      password: true,
      providers: this.providers.list(),
    };
  }

  /** Sends the browser to the provider. */
  @Get('oidc/:name')
  @RequirePermission('public')
  @Redirect()
  @RespondsRedirect('To the provider.')
  async start(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('name', { schema: ProviderName }) name: string,
    @Query({ schema: StartQuery }) { returnTo, reauthenticate }: StartQuery,
  ) {
    const login = this.providers.login(name);
    await this.limits.take(DEVELOPMENT_TENANT, request.ip, 'login');
    const { url, cookie } = await login.begin({
      ...(returnTo !== undefined && { returnTo }),
      reauthenticate: reauthenticate === 'true',
    });
    setCookie(reply, LOGIN_COOKIE, cookie, LOGIN_SECONDS_MAX);
    return { url: url.href, statusCode: 302 };
  }

  /** Where the provider sends the browser back to: then to the console, signed in or told why not. */
  @Get('oidc/:name/callback')
  @RequirePermission('public')
  @Redirect()
  @RespondsRedirect('To the console.')
  async callback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('name', { schema: ProviderName }) name: string,
  ) {
    const cookie = readCookie(request.headers, LOGIN_COOKIE);
    try {
      const callback = new URL(request.url, this.config.publicUrl);
      const { principal, returnTo } = await this.providers.login(name).finish(callback, cookie);
      clearCookie(reply, LOGIN_COOKIE);
      await this.opening.open(request, reply, { principal, method: 'oidc' });
      return { url: returnTo === '/' ? CONSOLE : returnTo, statusCode: 302 };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.audit.refused(request, { method: 'oidc', code: error.code });
      return { url: `${CONSOLE}?error=${error.code}&requestId=${request.id}`, statusCode: 302 };
    }
  }
}
