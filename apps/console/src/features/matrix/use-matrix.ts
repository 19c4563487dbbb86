import { useQuery } from '@tanstack/react-query';
import { api, call } from '../../api/client.js';
import type { AccessMatrix, MatrixCell } from '../../api/types.js';
import { policyChoice } from '../../ui/choices.js';

export interface MatrixFilters {
  readonly collection: string;
  readonly purpose: string;
  readonly tool: string;
  /** `policy/version`; empty for what is in force. */
  readonly policy: string;
  /** Every type that is detected, not only the common ones: some seconds of work. */
  readonly all: boolean;
}

export function useMatrix(filters: MatrixFilters, enabled = true) {
  const { collection, purpose, tool, policy, all } = filters;
  const query = {
    ...(collection && { collection }),
    ...(purpose && { purpose }),
    ...(tool && { tool }),
    ...(!all && { types: COMMON_TYPES.join(',') }),
    ...policyChoice(policy || null),
  };
  return useQuery({
    queryKey: ['matrix', query],
    queryFn: () => call(() => api.GET('/admin/v1/matrix', { params: { query } })),
    enabled,
  });
}

/** The cells of a matrix by subject and type. */
export function cellsByPlace(matrix: AccessMatrix): ReadonlyMap<string, MatrixCell> {
  return new Map(
    matrix.rows.flatMap(({ subject, cells }) =>
      cells.map((cell) => [placeOf(subject.kind, subject.name, cell.infoType), cell] as const),
    ),
  );
}

export function placeOf(kind: string, name: string, infoType: string): string {
  return `${kind}\n${name}\n${infoType}`;
}

/** What most tenants ask about first. */
export const COMMON_TYPES = [
  'PERSON',
  'EMAIL',
  'PHONE',
  'ADDRESS',
  'DATE_OF_BIRTH',
  'IBAN',
  'CREDIT_CARD',
  'US_SSN',
  'IP_ADDRESS',
  'PASSWORD',
  'SECRET',
  'ORGANIZATION',
] as const;
