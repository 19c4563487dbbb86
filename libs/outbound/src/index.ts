export { asDomainError, OutboundClient, type OutboundRequest, type OutboundResponse } from './outbound-client.js';
export { checkTarget, isPublicAddress, type OutboundRules } from './url-guard.js';
