import { type Claims, claimTexts } from './claim-rules.js';

/** Which values of `amr` (RFC 8176 §2) and `acr` say that a second factor was proved. */
export interface SecondFactorClaims {
  readonly amr: readonly string[];
  readonly acr: readonly string[];
}

const DEFAULT: SecondFactorClaims = { amr: ['mfa'], acr: [] };

/** Whether verified claims say so, by exact equality with what is configured; what they don't say, they don't prove. */
export function provesSecondFactor(claims: Claims, { amr, acr }: SecondFactorClaims = DEFAULT): boolean {
  return claimTexts(claims, 'amr').some((one) => amr.includes(one)) || acr.some((one) => claims.acr === one);
}
