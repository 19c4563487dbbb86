import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const folder = mkdtempSync(join(tmpdir(), 'pvg-config-'));

function yaml(text: string): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.yaml`);
  writeFileSync(path, text);
  return path;
}

describe('configuration', () => {
  it('needs nothing in the environment', () => {
    const config = loadConfig({}, '/srv');
    expect(config).toMatchObject({ home: '/srv/.pvg', host: '127.0.0.1', port: 8080, logLevel: 'info', upstreams: [] });
    expect(config.databaseUrl).toBeUndefined();
  });

  it('names each bad variable and never prints its value', () => {
    const load = () =>
      loadConfig({ PVG_PORT: 'sesame-port', DATABASE_URL: 'mysql://u:sesame@h/d', PVG_LOG_LEVEL: 'loud' });
    expect(load).toThrow(/PVG_PORT.*DATABASE_URL.*PVG_LOG_LEVEL|DATABASE_URL/s);
    try {
      load();
    } catch (error) {
      expect(inspect(error)).not.toContain('sesame');
      expect(String(error)).toContain('PVG_PORT');
    }
  });

  it('prints no secret', () => {
    const config = loadConfig({
      DATABASE_URL: 'postgres://u:sesame@h/d',
      PVG_ROOT_KEY: 'sesame',
      PVG_UPSTREAM_BASE_URL: 'https://models.example/v1',
      PVG_UPSTREAM_API_KEY: 'sesame',
    });
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('sesame');
    expect(config.upstreams[0]?.apiKey?.reveal()).toBe('sesame');
  });

  it('refuses an upstream key without its address, and an address with credentials in it', () => {
    expect(() => loadConfig({ PVG_UPSTREAM_API_KEY: 'k' })).toThrow(/PVG_UPSTREAM_BASE_URL is not/);
    expect(() => loadConfig({ PVG_UPSTREAM_BASE_URL: 'https://user:pw@models.example/v1' })).toThrow(/credentials/);
  });

  it('takes a Transit engine with a token, and not beside a root key', () => {
    const PVG_TRANSIT_ADDRESS = 'https://vault.internal:8200';
    expect(() => loadConfig({ PVG_TRANSIT_ADDRESS })).toThrow(/PVG_TRANSIT_TOKEN/);
    expect(() => loadConfig({ PVG_TRANSIT_ADDRESS, PVG_TRANSIT_TOKEN: 't', PVG_ROOT_KEY: 'k' })).toThrow(/both/);
    const config = loadConfig({ PVG_TRANSIT_ADDRESS, PVG_TRANSIT_TOKEN: 'sesame' });
    expect(config.transit).toMatchObject({ address: PVG_TRANSIT_ADDRESS, mount: 'transit', keyPrefix: 'pvg' });
    expect(inspect(config, { depth: 9 })).not.toContain('sesame');
  });

  it('reads a YAML file, over which the environment wins', () => {
    const PVG_CONFIG = yaml(
      'port: 9000\nhost: 0.0.0.0\nupstreams:\n  - name: local\n    baseUrl: http://127.0.0.1:1/v1\n    models: [m]\n',
    );
    const config = loadConfig({ PVG_CONFIG, PVG_PORT: '9001' });
    expect(config).toMatchObject({ port: 9001, host: '0.0.0.0' });
    expect(config.upstreams).toMatchObject([{ name: 'local', api: 'openai', models: ['m'] }]);
  });

  it('refuses an unknown setting, so that a misspelt one is not ignored', () => {
    expect(() => loadConfig({ PVG_CONFIG: yaml('prot: 1\n') })).toThrow(/prot/);
  });

  it('takes one issuer of JWTs from the environment, whole or not at all, and more from the file', () => {
    const env = { PVG_JWT_ISSUER: 'https://id.example', PVG_JWT_AUDIENCE: 'pvg' };
    expect(() => loadConfig(env)).toThrow(/PVG_JWT_JWKS_URI/);
    const PVG_CONFIG = yaml(
      'jwtIssuers:\n  - name: corp\n    issuer: https://corp.example\n    audience: pvg\n    jwksUri: https://corp.example/jwks\n',
    );
    const config = loadConfig({ ...env, PVG_JWT_JWKS_URI: 'https://id.example/jwks', PVG_CONFIG });
    expect(config.jwtIssuers).toMatchObject([
      { name: 'jwt', tenant: 'default', issuer: 'https://id.example' },
      { name: 'corp', audience: 'pvg' },
    ]);
  });
});
