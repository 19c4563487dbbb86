import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { JwtAuthenticator } from '#lib/identity';
import { type Principal, Secret } from '#lib/kernel';
import { bearerOf } from './api-key.strategy.js';

/** Reads a JWT of a configured issuer from `Authorization: Bearer`. What isn't a JWT is left to the next strategy. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(private readonly jwt: JwtAuthenticator) {
    super();
  }

  async validate(request: FastifyRequest): Promise<Principal | null> {
    const bearer = bearerOf(request.headers);
    if (bearer === undefined) return null;
    const presented = new Secret(bearer);
    return JwtAuthenticator.looksLikeJwt(presented) ? this.jwt.authenticate(presented) : null;
  }
}
