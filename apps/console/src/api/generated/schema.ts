// Written by `npm run console:client` from the gateway’s openapi.json. Not to be edited.
export interface paths {
    "/admin/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SignIn_options"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Setup_setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Session_current"];
        put?: never;
        post: operations["Session_signIn"];
        delete: operations["Session_signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Session_stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Credentials_setPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Credentials_confirmTotp"];
        post: operations["Credentials_beginTotp"];
        delete: operations["Credentials_removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Credentials_redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Overview_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Overview_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Simulation_matrix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/playground": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Playground_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Simulation_simulate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Simulation_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Policies_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Policies_lint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Policies_listVersions"];
        put?: never;
        post: operations["Policies_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Policies_get"];
        put: operations["Policies_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyReview_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyReview_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyReview_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyReview_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/versions/{version}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PolicyTests_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PolicyTests_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/tests/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["PolicyTests_put"];
        post?: never;
        delete: operations["PolicyTests_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/{policyId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Policies_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Collections_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/principals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Principals_list"];
        put?: never;
        post: operations["Principals_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/principals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Principals_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["Principals_update"];
        trace?: never;
    };
    "/admin/v1/principals/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Credentials_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/principals/{id}/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["Credentials_removeSignIn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Groups_listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Groups_putGroup"];
        post?: never;
        delete: operations["Groups_removeGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/claim-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Groups_listClaimRules"];
        put: operations["Groups_putClaimRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/claim-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["Groups_removeClaimRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Groups_listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Groups_putRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ApiKeys_list"];
        put?: never;
        post: operations["ApiKeys_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/api-keys/{prefix}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["ApiKeys_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/api-keys/{prefix}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ApiKeys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Grants_list"];
        put?: never;
        post: operations["Grants_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/grants/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Grants_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/grants/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Grants_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/grants/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Grants_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Audit_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Audit_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Keys_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Keys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/rotations/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Keys_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/rotations/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Keys_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_list"];
        put?: never;
        post: operations["Jobs_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Models_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vault/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["VaultSearch_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vault/detokenize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Vault_detokenize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Subjects_list"];
        put?: never;
        post: operations["Subjects_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Subjects_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Erasure_hold"];
        post?: never;
        delete: operations["Erasure_release"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Erasure_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects/{id}/erase/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Erasure_requestErasure"];
        delete: operations["Erasure_withdrawErasure"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subjects/certificate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Erasure_certificateKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A role for a time, with a reason. */
        AccessGrant: {
            /**
             * Format: uuid
             * @description The id of a grant.
             */
            id: string;
            /** @description Who gets the role. */
            principalId: string;
            /** @description The role that is asked for. */
            role: string;
            /** @description Why. No personal data. */
            reason: string;
            /** @description For how long, from the approval on. */
            durationSeconds: number;
            /** @description Whether it came without an approval. */
            breakGlass: boolean;
            /**
             * @description Where in its life the grant is.
             * @enum {string}
             */
            state: "pending" | "active" | "rejected" | "revoked" | "expired";
            /** @description Who asked. */
            requestedBy: string;
            /** @description Who approved, rejected or revoked it. */
            decidedBy: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string | null;
        };
        /** @description One page of a list. */
        AccessGrantList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["AccessGrant"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description Who sees what, by the evaluator that enforces. */
        AccessMatrix: {
            /** @description The policies that were asked. */
            policyHash: string;
            /** @description The info types, in the order of the cells. */
            types: string[];
            /** @description One row for each role, tool and model. */
            rows: {
                subject: {
                    /** @enum {string} */
                    kind: "role" | "tool" | "model" | "principal";
                    name: string;
                };
                cells: {
                    infoType: string;
                    /** @enum {string} */
                    level: "omit" | "redacted" | "token" | "masked" | "plain";
                    /** @enum {string} */
                    levelMax: "omit" | "redacted" | "token" | "masked" | "plain";
                    conditional: boolean;
                    decidedBy: string[];
                    missingContext: string[];
                }[];
            }[];
        };
        /** @description What happened lately, in figures. */
        Activity: {
            /**
             * Format: date-time
             * @description Counted from here on.
             */
            since: string;
            /** @description How many events were counted. */
            eventCount: number;
            /** @description False when there were more: only the newest are counted. */
            complete: boolean;
            /** @description Requests that left an event. */
            requestCount: number;
            /** @description Different people and services. */
            callerCount: number;
            /** @description Values that a token or another stand-in replaced. */
            valuesTokenized: number;
            /** @description Requests that the policies refused. */
            deniedCount: number;
            /** @description Tokens that somebody asked to see: by the roles of who asked, and by the level. */
            reveals: {
                roles: string[];
                /** @enum {string} */
                level: "omit" | "redacted" | "token" | "masked" | "plain";
                count: number;
            }[];
            /** @description The newest events that hold a decision. */
            decisions: components["schemas"]["AuditEvent"][];
            /** @description What of the first steps of an installation was done. */
            firstSteps: {
                /** @description Whether it was ever done. */
                text: boolean;
                /** @description Whether it was ever done. */
                person: boolean;
                /** @description Whether it was ever done. */
                key: boolean;
                /** @description Whether it was ever done. */
                policy: boolean;
                /** @description Whether it was ever done. */
                audit: boolean;
            };
        };
        /** @description What can be shown of a key: everything but its secret. */
        ApiKey: {
            /** @description The part of the key that names it. */
            prefix: string;
            /** @description Whose key it is. */
            principalId: string;
            /** @description What it is for. */
            name: string;
            /** @description What it is limited to. */
            scopes: string[];
            /** @description Who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt: string | null;
            /** @description The prefix of its successor. */
            replacedBy: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt: string | null;
        };
        /** @description One page of a list. */
        ApiKeyList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["ApiKey"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description Who did what to which thing, and who decided that they may. */
        AuditEvent: {
            /** @description Its place in the chain, from 1 and without gaps. */
            sequence: number;
            /** @description When it was recorded. */
            recordedAt: string;
            /** @description What was done: noun.verb, past tense. */
            action: string;
            /** @description Who did it, and for whom. */
            actor: {
                id: string;
                /** @description Of what kind. */
                kind: string;
                onBehalfOf?: string;
            };
            /** @description What it was done to. */
            resource: {
                /** @description Of what kind. */
                kind: string;
                id?: string;
                infoType?: string;
                collection?: string;
            };
            /** @description What for. */
            purpose?: string;
            /** @description In the caller’s words, without values. */
            reason?: string;
            /** @description What the policies said. */
            decision?: {
                allowed: boolean;
                /** @enum {string} */
                level?: "omit" | "redacted" | "token" | "masked" | "plain";
                decidedBy: string[];
                policyHash: string;
            };
            /** @description In which request. */
            requestId: string;
            /** @description Ids, counts and names of types; never a value. */
            facts?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Of the chain up to here. */
            hash: string;
        };
        /** @description One page of the audit log. */
        AuditEventList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["AuditEvent"][];
            /** @description The `after` of the next page; null on the last. */
            next: number | null;
        };
        /** @description What came of verifying the chain. */
        AuditVerdict: {
            /** @description Whether everything holds. */
            valid: boolean;
            /** @description The first row that does not hold, and why. */
            fault?: {
                kind: string;
                sequence: number;
                checkpoint?: number;
            };
            /** @description How many rows hold. */
            rowCount: number;
            /** @description The last row that holds. */
            head: {
                sequence: number;
                hash: string;
            };
            /** @description The checkpoints that the chain agrees with. */
            confirmed: number[];
            /** @description Rows after the last confirmed checkpoint. */
            unanchoredCount: number;
        };
        /** @description The public key (RFC 7517) that verifies certificates of erasure. */
        CertificateKey: {
            /** @description The type of the key. */
            kty: string;
            /** @description The curve. */
            crv?: string;
            /** @description The public key. */
            x?: string;
        };
        /** @description A claim of an identity provider, and the groups that it leads to. */
        ClaimRule: {
            /**
             * Format: uuid
             * @description The id of a claim rule.
             */
            id: string;
            /** @description The configured name of the issuer. */
            issuer: string;
            /** @description The claim; a dot reaches into an object. */
            claim: string;
            /** @description The text that the claim must hold. */
            value: string;
            /** @description The groups that it leads to. */
            groups: string[];
        };
        /** @description One page of a list. */
        ClaimRuleList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["ClaimRule"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description A named space of the vault. */
        Collection: {
            /** @description The id of the collection, a slug. */
            id: string;
            /** @description What holds for its values. */
            settings: {
                /**
                 * @default collection
                 * @enum {string}
                 */
                consistency: "collection" | "conversation" | "request";
                /**
                 * @default plain
                 * @enum {string}
                 */
                ceiling: "omit" | "redacted" | "token" | "masked" | "plain";
                /**
                 * @default pass
                 * @enum {string}
                 */
                answerPii: "token" | "mask" | "redact" | "pass";
                /**
                 * @default token
                 * @enum {string}
                 */
                form: "token" | "token-last4" | "surrogate" | "format" | "date-shift" | "mask" | "redact" | "generalise";
                /** @enum {string} */
                locale?: "en" | "de" | "fr" | "es" | "it";
                retentionDays?: number;
                archived?: boolean;
                erasureNeedsApproval?: boolean;
                /** @default {} */
                types: {
                    [key: string]: {
                        /** @enum {string} */
                        form?: "token" | "token-last4" | "surrogate" | "format" | "date-shift" | "mask" | "redact" | "generalise";
                        retentionDays?: number;
                        /** @enum {string} */
                        ceiling?: "omit" | "redacted" | "token" | "masked" | "plain";
                        search?: ("last4" | "prefix" | "domain" | "year" | "bucket")[];
                    };
                };
            };
            /** @description For If-Match. */
            etag: string;
        };
        /** @description One page of a list. */
        CollectionList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Collection"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description Proves that the app holds the secret. */
        ConfirmTotpRequest: {
            /** @description The code of the authenticator app. */
            code: string;
        };
        /** @description A new key of a principal. */
        CreateApiKeyRequest: {
            /** @description Whose key it is. */
            principalId: string;
            /** @description What it is for. */
            name?: string;
            /** @description Action patterns such as `vault:*`; absent: all its owner may. */
            scopes?: string[];
            /**
             * Format: date-time
             * @description When the key ends.
             */
            expiresAt?: string;
        };
        /** @description A new version of a policy, in state draft. */
        CreatePolicyDraftRequest: {
            /** @description A policy document; see GET /admin/v1/policies/schema. */
            document: unknown;
            /** @description Why; kept with the version. No personal data. */
            note?: string;
        };
        /** @description Somebody who may then get keys. */
        CreatePrincipalRequest: {
            /** @description The id of a principal, unique in the tenant. */
            id: string;
            /**
             * @description A person, or a program.
             * @enum {string}
             */
            kind: "user" | "service";
            /** @description What people call it. */
            displayName?: string;
            /** @description The roles it has itself. */
            roles?: string[];
            /** @description The groups it is in. */
            groups?: string[];
            /** @description The purposes its requests may name; `*` is any. */
            purposes?: string[];
            /** @description The collections its requests may name; `*` is any. */
            collections?: string[];
            /** @description What conditions read as `principal.<name>`. */
            attributes?: {
                [key: string]: string;
            };
        };
        /** @description A person whose values belong together. */
        CreateSubjectRequest: {
            /** @description Absent: one is made up. */
            id?: string;
        };
        /** @description A new key, with the secret that nobody sees again. */
        CreatedApiKey: {
            /** @description The part of the key that names it. */
            prefix: string;
            /** @description Whose key it is. */
            principalId: string;
            /** @description What it is for. */
            name: string;
            /** @description What it is limited to. */
            scopes: string[];
            /** @description Who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt: string | null;
            /** @description The prefix of its successor. */
            replacedBy: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt: string | null;
            /** @description The key itself, shown this once. */
            key: string;
        };
        /** @description A decision of the evaluator. */
        Decision: {
            /** @description Granted; for vault:Reveal, that something is shown at all. */
            allowed: boolean;
            /**
             * @description How much of the value is shown.
             * @enum {string}
             */
            level: "omit" | "redacted" | "token" | "masked" | "plain";
            /** @description The statements that made this the answer. */
            decidedBy: string[];
            /** @description Every statement that matched. */
            matched: string[];
            /** @description Attributes that could change the answer and are missing. */
            missingContext: string[];
            /** @description The policies that were asked. */
            policyHash: string;
        };
        DecisionRequestSpec: {
            principal: {
                /** @default somebody */
                id: string;
                /**
                 * @default user
                 * @enum {string}
                 */
                kind: "user" | "service" | "tool" | "model";
                /** @default [] */
                roles: string[];
                /** @default [] */
                groups: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                purposes: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                collections: string[];
                /** @default {} */
                attributes: {
                    [key: string]: string;
                };
                scopes?: string[];
            };
            /** @enum {string} */
            action: "gateway:Invoke" | "privacy:Inspect" | "document:Deidentify" | "vault:Tokenize" | "vault:Join" | "vault:Reveal" | "vault:Use" | "vault:Search" | "vault:Link" | "vault:Export" | "vault:Erase" | "vault:Hold" | "vault:Configure" | "keys:Read" | "keys:Rotate" | "tool:Invoke" | "tool:Read" | "tool:Write" | "upstream:Read" | "upstream:Write" | "job:Read" | "job:Write" | "policy:Read" | "policy:Write" | "policy:Approve" | "policy:Activate" | "principal:Read" | "principal:Write" | "principal:Delegate" | "grant:Request" | "grant:Approve" | "grant:BreakGlass" | "audit:Read" | "audit:Export" | "system:Read";
            resource: {
                /** @default * */
                collection: string;
                infoType?: string;
                region?: string;
                subject?: string;
                origins?: string[];
                tags?: string[];
            };
            /** @default {} */
            context: {
                /** Format: date-time */
                now?: string;
                purpose?: string;
                reason?: string;
                mfa?: boolean;
                sourceIp?: string;
                model?: string;
                tool?: string;
                conversation?: string;
                suppliedByCaller?: boolean;
            };
        };
        DecisionRequestSpecAnswer: {
            principal: {
                /** @default somebody */
                id?: string;
                /**
                 * @default user
                 * @enum {string}
                 */
                kind?: "user" | "service" | "tool" | "model";
                /** @default [] */
                roles?: string[];
                /** @default [] */
                groups?: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                purposes?: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                collections?: string[];
                /** @default {} */
                attributes?: {
                    [key: string]: string;
                };
                scopes?: string[];
            };
            /** @enum {string} */
            action: "gateway:Invoke" | "privacy:Inspect" | "document:Deidentify" | "vault:Tokenize" | "vault:Join" | "vault:Reveal" | "vault:Use" | "vault:Search" | "vault:Link" | "vault:Export" | "vault:Erase" | "vault:Hold" | "vault:Configure" | "keys:Read" | "keys:Rotate" | "tool:Invoke" | "tool:Read" | "tool:Write" | "upstream:Read" | "upstream:Write" | "job:Read" | "job:Write" | "policy:Read" | "policy:Write" | "policy:Approve" | "policy:Activate" | "principal:Read" | "principal:Write" | "principal:Delegate" | "grant:Request" | "grant:Approve" | "grant:BreakGlass" | "audit:Read" | "audit:Export" | "system:Read";
            resource: {
                /** @default * */
                collection?: string;
                infoType?: string;
                region?: string;
                subject?: string;
                origins?: string[];
                tags?: string[];
            };
            /** @default {} */
            context?: {
                /** Format: date-time */
                now?: string;
                purpose?: string;
                reason?: string;
                mfa?: boolean;
                sourceIp?: string;
                model?: string;
                tool?: string;
                conversation?: string;
                suppliedByCaller?: boolean;
            };
        };
        /** @description Vault tokens to get back as far as policy allows. */
        DetokenizeRequest: {
            /** @description Vault tokens, in order. */
            tokens: string[];
        };
        /** @description The values of tokens, as far as policy allows. */
        DetokenizeResponse: {
            /** @description For each token its value as far as it may be seen, its level alone, or `unresolved`. */
            items: ({
                value: string;
                /** @enum {string} */
                level: "omit" | "redacted" | "token" | "masked" | "plain";
            } | {
                /** @enum {string} */
                level: "omit" | "redacted" | "token" | "masked" | "plain";
            } | {
                /** @enum {boolean} */
                unresolved: true;
            })[];
        };
        /** @description What was done with a document: counts and places, never values. */
        DocumentReport: {
            /** @description Whether the output was read again and searched. */
            verified: boolean;
            /** @description The format that was read. */
            format: string;
            /** @description Values by part and info type. */
            replaced: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description Records that could not be read; each is an error record in the result. */
            faultCount: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Erases everything of a subject from the database that serves. */
        EraseRequest: {
            /** @description The id of the subject once more: this cannot be undone. */
            confirm: string;
        };
        /** @description A signed statement of an erasure; it verifies offline. */
        ErasureCertificate: {
            /** @description What is certified; exclusions are values that other subjects share. */
            statement: {
                /** @enum {number} */
                version: 1;
                tenantId: string;
                subjectId: string;
                /** @enum {string} */
                stage: "live" | "backups";
                at: string;
                valuesErased: number;
                exclusions: string[];
                kekVersions: number[];
                because?: string;
                ledger: {
                    seq: number;
                    hash: string;
                };
            };
            /** @description The same, signed: a JWS in compact form (RFC 7515), EdDSA. */
            jws: string;
        };
        /** @description A group of principals. */
        Group: {
            /** @description The id of a group. */
            id: string;
            /** @description The roles of its members. */
            roles: string[];
            /** @description Groups whose roles its members have too. */
            parents: string[];
            /** @description The purposes that its members may name. */
            purposes: string[];
            /** @description The collections that its members may name. */
            collections: string[];
        };
        /** @description One page of a list. */
        GroupList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Group"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description How the parts of the gateway do. A part that could not be asked is null. */
        Health: {
            /** @description Which recognizers find values. */
            detector: {
                version: string;
            };
            /** @description The model APIs, as this process sees them. */
            upstreams: {
                name: string;
                /** @enum {string} */
                state: "unknown" | "up" | "failing" | "down";
                lastFailure: string | null;
                /** Format: date-time */
                lastFailureAt: string | null;
            }[] | null;
            /** @description Whether every key in use opens its canary, and rotations that are not done. */
            keys: {
                opens: boolean;
                rotationsRunning: number;
                rotationsPaused: number;
            } | null;
            /** @description The audit chain: its length, and whether it still is the one that was signed last. */
            audit: {
                rowCount: number;
                holds: boolean;
                signedSequence: number | null;
                /** Format: date-time */
                signedAt: string | null;
            } | null;
            /** @description Documents of jobs, by state. */
            jobs: {
                queued: number;
                running: number;
                done: number;
                failed: number;
                cancelled: number;
            } | null;
        };
        /** @description Forbids the erasure of a subject. */
        HoldRequest: {
            /** @description Why it must be kept. No personal data. */
            reason: string;
        };
        /** @description Documents being rewritten, and how far that is. */
        Job: {
            /** @description The id of the job. */
            id: string;
            /**
             * @description What is done with its files.
             * @enum {string}
             */
            kind: "deidentify" | "inspect";
            /**
             * @description How far it is.
             * @enum {string}
             */
            state: "receiving" | "queued" | "running" | "cancelled" | "finished";
            /** @description The collection of the vault. */
            collectionId: string;
            /** @description Who asked. */
            principalId: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its last file ended.
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When the job, its files and its results are deleted.
             */
            expiresAt: string;
            /** @description Files handed over. */
            itemsTotal: number;
            /** @description Files that are done. */
            itemsDone: number;
            /** @description Files that failed. */
            itemsFailed: number;
            /** @description Files given up. */
            itemsCancelled: number;
            /** @description Files being worked on. */
            itemsRunning: number;
            /** @description Bytes handed over. */
            bytesTotal: number;
            /** @description Bytes read so far. */
            bytesDone: number;
        };
        /** @description One file of a job. */
        JobItem: {
            /** @description Its place in the job, from 1. */
            seq: number;
            /** @description The name it was handed over with. */
            name: string;
            /**
             * @description How far it is.
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "failed" | "cancelled";
            /** @description Its size. */
            bytes: number;
            /** @description Bytes read so far. */
            progressBytes: number;
            /** @description How often it was begun. */
            attempt: number;
            /** @description The size of its result. */
            outputBytes: number | null;
            /** @description Why it failed; names no content. */
            error: {
                code: string;
                message: string;
                facts?: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description What was done with it. */
            report: components["schemas"]["DocumentReport"] | null;
        };
        /** @description One page of a list. */
        JobItemList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["JobItem"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description One page of a list. */
        JobList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Job"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description A rotation and how far it is. */
        KeyRotation: {
            /** @description The id of the rotation. */
            id: string;
            /**
             * @description What is rotated.
             * @enum {string}
             */
            kind: "kek" | "data" | "index" | "search";
            /**
             * @description Whether there is work left.
             * @enum {string}
             */
            state: "running" | "paused" | "done";
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "scheduled" | "compromise";
            /** @description The version before. */
            fromVersion: number | null;
            /** @description The version after. */
            toVersion: number | null;
            /** @description How many rows there were to do when it began. */
            rowsTotal: number;
            /** @description How many are done. */
            rowsDone: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it last moved.
             */
            updatedAt: string;
        };
        /** @description What the tenant’s keys are, and whether each still opens its canary. */
        KeyStatus: {
            /** @description Who guards the root keys. */
            provider: string;
            /** @description Whether a destroyed key is gone outside the database too. */
            destroysSlots: boolean;
            /** @description Of the root keys; they tell which key it is and nothing about it. */
            fingerprints: {
                encryption: string;
                index: string;
            };
            /** @description The key-encryption keys, by version, and how many keys each wraps. */
            keks: {
                version: number;
                slot: string;
                state: string;
                rows: number;
                /** Format: date-time */
                createdAt: string;
                /** @description Whether it opens its canary; null once it is gone. */
                opens: boolean | null;
            }[];
            /** @description The keys that find equal values. */
            indexKeys: {
                version: number;
                state: string;
                /** @description Whether it opens its canary; null once it is gone. */
                opens: boolean | null;
            }[];
            /** @description The keys that encrypt values, and how often the most used one was used. */
            dataKeys: {
                active: number;
                retiring: number;
                encryptionsMax: number;
            };
            /** @description Running ones first, then the newest. */
            rotations: components["schemas"]["KeyRotation"][];
        };
        /** @description A document to look at; nothing is stored. */
        LintPolicyRequest: {
            /** @description A policy document; see GET /admin/v1/policies/schema. */
            document: unknown;
        };
        /** @description An empty object. */
        NothingAsked: Record<string, never>;
        /** @description A value that was found, why, and what leaves for it. */
        PlaygroundFinding: {
            /** @description In UTF-16 code units of the text. */
            start: number;
            /** @description In UTF-16 code units of the text. */
            end: number;
            /** @description The info type. */
            type: string;
            /** @description From 0 to 1. */
            score: number;
            /** @description What found it. */
            recognizer: string;
            /** @description Why: rule, check, context words, and how the score came about. */
            explanation: {
                pattern?: string;
                validation: string;
                context: string[];
                path: {
                    reason: string;
                    score: number;
                }[];
            };
            /** @description What stands for the value in what leaves. */
            leavesAs: string;
            /** @description Its vault token; null where nothing of the value is kept. */
            token: string | null;
        };
        /** @description A text to follow through the gateway. */
        PlaygroundRequest: {
            /** @description What somebody writes to a model. */
            text: string;
            /** @description As whom to read the answer. */
            roles: string[];
            /**
             * @description Where its values are kept.
             * @default default
             */
            collection?: string;
            /** @description Which model; absent: the first there is. */
            model?: string;
            /**
             * @description Whether the model is asked. Otherwise nothing leaves, and the text itself is read back by each role.
             * @default false
             */
            send?: boolean;
            /** @description The purpose that the readers name. */
            purpose?: string;
            /**
             * @description Whether each reader wrote the text himself: `ctx.suppliedByCaller`. Otherwise somebody else did.
             * @default true
             */
            suppliedByReader?: boolean;
            /** @description Absent: the policies in force. */
            policy?: components["schemas"]["PolicyChoice"];
        };
        /** @description One text on its way out and back, for several readers. */
        PlaygroundRun: {
            /** @description The policies that decided what readers see. */
            policyHash: string;
            /** @description What was found, in order. */
            findings: components["schemas"]["PlaygroundFinding"][];
            /** @description Which upstream the model is at. */
            upstream: string;
            /** @description Which model. */
            model: string;
            /** @description Where the payload goes, below the upstream’s address. */
            path: string;
            /** @description The exact body that leaves. */
            payload: string;
            /** @description Whether it was sent. */
            sent: boolean;
            /** @description What the model wrote, or the text as it would leave. */
            answer: string;
            /** @description The same answer for each role. */
            views: components["schemas"]["PlaygroundView"][];
        };
        /** @description A piece of an answer. */
        PlaygroundSegment: {
            /** @description What this reader sees. */
            text: string;
            /** @description Where a value stood: its level for this reader, and the statements that decided it. */
            value?: {
                token: string;
                type: string;
                /** @enum {string} */
                level: "omit" | "redacted" | "token" | "masked" | "plain";
                decidedBy: string[];
            };
        };
        /** @description The answer as one role gets it. */
        PlaygroundView: {
            /** @description Who reads. */
            role: string;
            /** @description The answer as that one reads it. */
            segments: components["schemas"]["PlaygroundSegment"][];
        };
        /** @description A version to ask instead of the policies in force. */
        PolicyChoice: {
            /** @description The id of a policy, a slug. */
            policyId: string;
            /** @description The number of a version, from 1. */
            version: number;
        };
        /** @description What changes from one version to another; order is no change. */
        PolicyDiff: {
            /** @description Statements that are new. */
            added: components["schemas"]["PolicyStatement"][];
            /** @description Statements that are gone. */
            removed: components["schemas"]["PolicyStatement"][];
            /** @description Statements that differ, and in which fields. */
            changed: {
                sid: string;
                fields: string[];
                before: components["schemas"]["PolicyStatement"];
                after: components["schemas"]["PolicyStatement"];
            }[];
            /** @description Whether the ceilings differ. */
            ceilingsChanged: boolean;
        };
        /** @description Who may do what, and how much of each value they see. */
        PolicyDocument: {
            /** @enum {string} */
            version: "2026-12-01";
            description?: string;
            statements: {
                /** @description Names the statement in decisions and audit rows. Unique in the policy. */
                sid: string;
                description?: string;
                /** @enum {string} */
                effect: "allow" | "deny";
                principal: "*" | {
                    role?: string | string[];
                    group?: string | string[];
                    kind?: ("user" | "service" | "tool" | "model") | ("user" | "service" | "tool" | "model")[];
                    id?: string | string[];
                    tool?: string | string[];
                    model?: string | string[];
                };
                action: ("gateway:Invoke" | "privacy:Inspect" | "document:Deidentify" | "vault:Tokenize" | "vault:Join" | "vault:Reveal" | "vault:Use" | "vault:Search" | "vault:Link" | "vault:Export" | "vault:Erase" | "vault:Hold" | "vault:Configure" | "keys:Read" | "keys:Rotate" | "tool:Invoke" | "tool:Read" | "tool:Write" | "upstream:Read" | "upstream:Write" | "job:Read" | "job:Write" | "policy:Read" | "policy:Write" | "policy:Approve" | "policy:Activate" | "principal:Read" | "principal:Write" | "principal:Delegate" | "grant:Request" | "grant:Approve" | "grant:BreakGlass" | "audit:Read" | "audit:Export" | "system:Read" | "*" | "gateway:*" | "privacy:*" | "document:*" | "vault:*" | "keys:*" | "tool:*" | "upstream:*" | "job:*" | "policy:*" | "principal:*" | "grant:*" | "audit:*" | "system:*")[];
                /** @description `*` or `pvg:<tenant>:<collection>/<infoType>`, each part `*` or a name. */
                resource: string | string[];
                condition?: {
                    StringEquals?: {
                        "ctx.purpose"?: string;
                        "ctx.reason"?: string;
                        "ctx.model"?: string;
                        "ctx.tool"?: string;
                        "ctx.conversation"?: string;
                        "resource.collection"?: string;
                        "resource.infoType"?: string;
                        "resource.class"?: string;
                        "resource.region"?: string;
                        "resource.subject"?: string;
                        "resource.origin"?: string;
                        "resource.tags"?: string;
                        "principal.id"?: string;
                        "principal.kind"?: string;
                        "principal.department"?: string;
                        "principal.team"?: string;
                        "principal.region"?: string;
                        "principal.country"?: string;
                        "principal.employment"?: string;
                        "principal.subject"?: string;
                    };
                    StringNotEquals?: {
                        "ctx.purpose"?: string;
                        "ctx.reason"?: string;
                        "ctx.model"?: string;
                        "ctx.tool"?: string;
                        "ctx.conversation"?: string;
                        "resource.collection"?: string;
                        "resource.infoType"?: string;
                        "resource.class"?: string;
                        "resource.region"?: string;
                        "resource.subject"?: string;
                        "resource.origin"?: string;
                        "resource.tags"?: string;
                        "principal.id"?: string;
                        "principal.kind"?: string;
                        "principal.department"?: string;
                        "principal.team"?: string;
                        "principal.region"?: string;
                        "principal.country"?: string;
                        "principal.employment"?: string;
                        "principal.subject"?: string;
                    };
                    StringIn?: {
                        "ctx.purpose"?: string[];
                        "ctx.reason"?: string[];
                        "ctx.model"?: string[];
                        "ctx.tool"?: string[];
                        "ctx.conversation"?: string[];
                        "resource.collection"?: string[];
                        "resource.infoType"?: string[];
                        "resource.class"?: string[];
                        "resource.region"?: string[];
                        "resource.subject"?: string[];
                        "resource.origin"?: string[];
                        "resource.tags"?: string[];
                        "principal.id"?: string[];
                        "principal.kind"?: string[];
                        "principal.department"?: string[];
                        "principal.team"?: string[];
                        "principal.region"?: string[];
                        "principal.country"?: string[];
                        "principal.employment"?: string[];
                        "principal.subject"?: string[];
                    };
                    NumericGte?: {
                        "principal.clearance"?: number;
                        "principal.risk"?: number;
                    };
                    NumericLte?: {
                        "principal.clearance"?: number;
                        "principal.risk"?: number;
                    };
                    DateBefore?: {
                        /** Format: date-time */
                        "ctx.now"?: string;
                        /** Format: date-time */
                        "principal.validUntil"?: string;
                    };
                    DateAfter?: {
                        /** Format: date-time */
                        "ctx.now"?: string;
                        /** Format: date-time */
                        "principal.validUntil"?: string;
                    };
                    Bool?: {
                        "ctx.mfa"?: boolean;
                        "ctx.suppliedByCaller"?: boolean;
                    };
                    IpInCidr?: {
                        "ctx.sourceIp"?: string | string[];
                    };
                    Exists?: {
                        "ctx.purpose"?: boolean;
                        "ctx.reason"?: boolean;
                        "ctx.mfa"?: boolean;
                        "ctx.sourceIp"?: boolean;
                        "ctx.now"?: boolean;
                        "ctx.model"?: boolean;
                        "ctx.tool"?: boolean;
                        "ctx.conversation"?: boolean;
                        "ctx.suppliedByCaller"?: boolean;
                        "resource.collection"?: boolean;
                        "resource.infoType"?: boolean;
                        "resource.class"?: boolean;
                        "resource.region"?: boolean;
                        "resource.subject"?: boolean;
                        "resource.origin"?: boolean;
                        "resource.tags"?: boolean;
                        "principal.id"?: boolean;
                        "principal.kind"?: boolean;
                        "principal.department"?: boolean;
                        "principal.team"?: boolean;
                        "principal.region"?: boolean;
                        "principal.country"?: boolean;
                        "principal.employment"?: boolean;
                        "principal.subject"?: boolean;
                        "principal.clearance"?: boolean;
                        "principal.risk"?: boolean;
                        "principal.validUntil"?: boolean;
                    };
                };
                /**
                 * @description An allow gives up to this level; a deny caps strictly below it. Only with ["vault:Reveal"].
                 * @enum {string}
                 */
                reveal?: "omit" | "redacted" | "token" | "masked" | "plain";
            }[];
            /** @description The most that anyone sees in a collection, or for a purpose (`*` = every other one). */
            ceilings?: {
                collections?: {
                    [key: string]: "omit" | "redacted" | "token" | "masked" | "plain";
                };
                purposes?: {
                    [key: string]: "omit" | "redacted" | "token" | "masked" | "plain";
                };
            };
        };
        /** @description What is wrong or doubtful about a document. */
        PolicyLint: {
            /** @description Whether the document could be stored. */
            valid: boolean;
            /** @description Faults: with any of them the document is refused. */
            issues: {
                /** @description JSON Pointer (RFC 6901) into the document. */
                pointer: string;
                message: string;
                hint: string;
            }[];
            /** @description Doubts: the document is valid but may not say what is meant. */
            findings: {
                code: string;
                sid: string;
                /** @description JSON Pointer (RFC 6901) into the document. */
                pointer: string;
                hint: string;
            }[];
        };
        /** @description One page of a list. */
        PolicyList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["PolicySummary"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description One statement of a policy document. */
        PolicyStatement: {
            /** @description Names the statement in decisions and audit rows. Unique in the policy. */
            sid: string;
            description?: string;
            /** @enum {string} */
            effect: "allow" | "deny";
            principal: "*" | {
                role?: string | string[];
                group?: string | string[];
                kind?: ("user" | "service" | "tool" | "model") | ("user" | "service" | "tool" | "model")[];
                id?: string | string[];
                tool?: string | string[];
                model?: string | string[];
            };
            action: ("gateway:Invoke" | "privacy:Inspect" | "document:Deidentify" | "vault:Tokenize" | "vault:Join" | "vault:Reveal" | "vault:Use" | "vault:Search" | "vault:Link" | "vault:Export" | "vault:Erase" | "vault:Hold" | "vault:Configure" | "keys:Read" | "keys:Rotate" | "tool:Invoke" | "tool:Read" | "tool:Write" | "upstream:Read" | "upstream:Write" | "job:Read" | "job:Write" | "policy:Read" | "policy:Write" | "policy:Approve" | "policy:Activate" | "principal:Read" | "principal:Write" | "principal:Delegate" | "grant:Request" | "grant:Approve" | "grant:BreakGlass" | "audit:Read" | "audit:Export" | "system:Read" | "*" | "gateway:*" | "privacy:*" | "document:*" | "vault:*" | "keys:*" | "tool:*" | "upstream:*" | "job:*" | "policy:*" | "principal:*" | "grant:*" | "audit:*" | "system:*")[];
            /** @description `*` or `pvg:<tenant>:<collection>/<infoType>`, each part `*` or a name. */
            resource: string | string[];
            condition?: {
                StringEquals?: {
                    "ctx.purpose"?: string;
                    "ctx.reason"?: string;
                    "ctx.model"?: string;
                    "ctx.tool"?: string;
                    "ctx.conversation"?: string;
                    "resource.collection"?: string;
                    "resource.infoType"?: string;
                    "resource.class"?: string;
                    "resource.region"?: string;
                    "resource.subject"?: string;
                    "resource.origin"?: string;
                    "resource.tags"?: string;
                    "principal.id"?: string;
                    "principal.kind"?: string;
                    "principal.department"?: string;
                    "principal.team"?: string;
                    "principal.region"?: string;
                    "principal.country"?: string;
                    "principal.employment"?: string;
                    "principal.subject"?: string;
                };
                StringNotEquals?: {
                    "ctx.purpose"?: string;
                    "ctx.reason"?: string;
                    "ctx.model"?: string;
                    "ctx.tool"?: string;
                    "ctx.conversation"?: string;
                    "resource.collection"?: string;
                    "resource.infoType"?: string;
                    "resource.class"?: string;
                    "resource.region"?: string;
                    "resource.subject"?: string;
                    "resource.origin"?: string;
                    "resource.tags"?: string;
                    "principal.id"?: string;
                    "principal.kind"?: string;
                    "principal.department"?: string;
                    "principal.team"?: string;
                    "principal.region"?: string;
                    "principal.country"?: string;
                    "principal.employment"?: string;
                    "principal.subject"?: string;
                };
                StringIn?: {
                    "ctx.purpose"?: string[];
                    "ctx.reason"?: string[];
                    "ctx.model"?: string[];
                    "ctx.tool"?: string[];
                    "ctx.conversation"?: string[];
                    "resource.collection"?: string[];
                    "resource.infoType"?: string[];
                    "resource.class"?: string[];
                    "resource.region"?: string[];
                    "resource.subject"?: string[];
                    "resource.origin"?: string[];
                    "resource.tags"?: string[];
                    "principal.id"?: string[];
                    "principal.kind"?: string[];
                    "principal.department"?: string[];
                    "principal.team"?: string[];
                    "principal.region"?: string[];
                    "principal.country"?: string[];
                    "principal.employment"?: string[];
                    "principal.subject"?: string[];
                };
                NumericGte?: {
                    "principal.clearance"?: number;
                    "principal.risk"?: number;
                };
                NumericLte?: {
                    "principal.clearance"?: number;
                    "principal.risk"?: number;
                };
                DateBefore?: {
                    /** Format: date-time */
                    "ctx.now"?: string;
                    /** Format: date-time */
                    "principal.validUntil"?: string;
                };
                DateAfter?: {
                    /** Format: date-time */
                    "ctx.now"?: string;
                    /** Format: date-time */
                    "principal.validUntil"?: string;
                };
                Bool?: {
                    "ctx.mfa"?: boolean;
                    "ctx.suppliedByCaller"?: boolean;
                };
                IpInCidr?: {
                    "ctx.sourceIp"?: string | string[];
                };
                Exists?: {
                    "ctx.purpose"?: boolean;
                    "ctx.reason"?: boolean;
                    "ctx.mfa"?: boolean;
                    "ctx.sourceIp"?: boolean;
                    "ctx.now"?: boolean;
                    "ctx.model"?: boolean;
                    "ctx.tool"?: boolean;
                    "ctx.conversation"?: boolean;
                    "ctx.suppliedByCaller"?: boolean;
                    "resource.collection"?: boolean;
                    "resource.infoType"?: boolean;
                    "resource.class"?: boolean;
                    "resource.region"?: boolean;
                    "resource.subject"?: boolean;
                    "resource.origin"?: boolean;
                    "resource.tags"?: boolean;
                    "principal.id"?: boolean;
                    "principal.kind"?: boolean;
                    "principal.department"?: boolean;
                    "principal.team"?: boolean;
                    "principal.region"?: boolean;
                    "principal.country"?: boolean;
                    "principal.employment"?: boolean;
                    "principal.subject"?: boolean;
                    "principal.clearance"?: boolean;
                    "principal.risk"?: boolean;
                    "principal.validUntil"?: boolean;
                };
            };
            /**
             * @description An allow gives up to this level; a deny caps strictly below it. Only with ["vault:Reveal"].
             * @enum {string}
             */
            reveal?: "omit" | "redacted" | "token" | "masked" | "plain";
        };
        /** @description A policy and where its versions are. */
        PolicySummary: {
            /** @description The id of the policy. */
            id: string;
            /** @description The version in force. */
            active: components["schemas"]["PolicyVersionSummary"] | null;
            /** @description The newest version. */
            latest: components["schemas"]["PolicyVersionSummary"];
            /** @description Versions on their way: draft, in review or approved. */
            open: components["schemas"]["PolicyVersionSummary"][];
        };
        /** @description The stored tests of a policy. */
        PolicyTestList: {
            /** @description The tests, by name. */
            items: {
                /** @description The name of the test, unique in the policy. */
                name: string;
                /** @description What must come out. */
                expected: {
                    allowed?: boolean;
                    /** @enum {string} */
                    level?: "omit" | "redacted" | "token" | "masked" | "plain";
                    decidedBy?: string[];
                };
                /** @description What is asked. */
                request: components["schemas"]["DecisionRequestSpec"];
            }[];
        };
        /** @description The stored tests against what would be in force with the version. */
        PolicyTestRun: {
            /** @description Whether all of them passed. */
            passed: boolean;
            /** @description Each test, with what the evaluator said. */
            results: {
                /** @description The name of the test, unique in the policy. */
                name: string;
                /** @description What must come out. */
                expected: {
                    allowed?: boolean;
                    /** @enum {string} */
                    level?: "omit" | "redacted" | "token" | "masked" | "plain";
                    decidedBy?: string[];
                };
                passed: boolean;
                actual: {
                    allowed: boolean;
                    /** @enum {string} */
                    level: "omit" | "redacted" | "token" | "masked" | "plain";
                    decidedBy: string[];
                };
            }[];
        };
        /** @description A version of a policy. */
        PolicyVersion: {
            /** @description The policy it is a version of. */
            policyId: string;
            /** @description Its number, from 1. */
            version: number;
            /**
             * @description Where in its life the version is.
             * @enum {string}
             */
            state: "draft" | "review" | "approved" | "active" | "retired" | "rejected";
            /** @description Whether its decisions are recorded without being enforced. */
            shadow: boolean;
            /** @description SHA-256 of the canonical document. */
            hash: string;
            /** @description What its author says about it. */
            note: string;
            /** @description Who made it. */
            author: string;
            /** @description Everybody who wrote in it. */
            editors: string[];
            /** @description Who approved or rejected it. */
            reviewer: string | null;
            /** @description What the reviewer said. */
            reviewNote: string | null;
            /** @description Who made it active last. */
            activatedBy: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            changedAt: string;
            /**
             * Format: date-time
             * @description When it became active last.
             */
            activatedAt: string | null;
            /** @description For If-Match. */
            etag: string;
            /** @description Who may do what. */
            document: components["schemas"]["PolicyDocument"];
        };
        /** @description One page of a list. */
        PolicyVersionList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["PolicyVersionSummary"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description A version of a policy without its document. */
        PolicyVersionSummary: {
            /** @description The policy it is a version of. */
            policyId: string;
            /** @description Its number, from 1. */
            version: number;
            /**
             * @description Where in its life the version is.
             * @enum {string}
             */
            state: "draft" | "review" | "approved" | "active" | "retired" | "rejected";
            /** @description Whether its decisions are recorded without being enforced. */
            shadow: boolean;
            /** @description SHA-256 of the canonical document. */
            hash: string;
            /** @description What its author says about it. */
            note: string;
            /** @description Who made it. */
            author: string;
            /** @description Everybody who wrote in it. */
            editors: string[];
            /** @description Who approved or rejected it. */
            reviewer: string | null;
            /** @description What the reviewer said. */
            reviewNote: string | null;
            /** @description Who made it active last. */
            activatedBy: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            changedAt: string;
            /**
             * Format: date-time
             * @description When it became active last.
             */
            activatedAt: string | null;
            /** @description For If-Match. */
            etag: string;
        };
        /** @description A principal as it is stored: without what groups and grants add. */
        Principal: {
            /** @description The id of a principal, unique in the tenant. */
            id: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "user" | "service" | "tool" | "model";
            /** @description What people call it. */
            displayName: string;
            /**
             * @description Whether it can authenticate.
             * @enum {string}
             */
            state: "active" | "disabled";
            /** @description The roles it has itself. */
            roles: string[];
            /** @description The groups it is in. */
            groups: string[];
            /** @description The purposes its requests may name; `*` is any. */
            purposes: string[];
            /** @description The collections its requests may name; `*` is any. */
            collections: string[];
            /** @description What conditions read as `principal.<name>`. */
            attributes: {
                [key: string]: string;
            };
            /** @description For If-Match. */
            etag: string;
        };
        /** @description One page of a list. */
        PrincipalList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Principal"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description Which claim of an identity provider leads to which groups. */
        PutClaimRuleRequest: {
            /** @description The configured name of the issuer. */
            issuer: string;
            /** @description The claim; a dot reaches into an object. */
            claim: string;
            /** @description The text that the claim must hold. */
            value: string;
            /** @description The groups that it leads to. */
            groups: string[];
        };
        /** @description What membership of the group gives. */
        PutGroupRequest: {
            /** @description The roles of its members. */
            roles: string[];
            /** @description Groups whose roles its members have too. */
            parents: string[];
            /** @description The purposes that its members may name. */
            purposes: string[];
            /** @description The collections that its members may name. */
            collections: string[];
        };
        /** @description A test that must pass for a version to become active. */
        PutPolicyTestRequest: {
            /** @description The decision that is asked for. */
            request: components["schemas"]["DecisionRequestSpecAnswer"];
            /** @description What must come out of it. */
            expected: {
                allowed?: boolean;
                /** @enum {string} */
                level?: "omit" | "redacted" | "token" | "masked" | "plain";
                decidedBy?: string[];
            };
        };
        /** @description A role. It gives nothing until a policy names it. */
        PutRoleRequest: {
            /** @description What the role is for. */
            description: string;
        };
        /** @description Chooses a password by an invitation. */
        RedeemInvitationRequest: {
            /** @description The invitation. */
            token: string;
            /** @description A password. */
            password: string;
        };
        /** @description What a draft would have decided otherwise. */
        Replay: {
            /** @description How many recorded decisions were replayed. */
            decisionCount: number;
            /** @description How many would come out alike. */
            unchangedCount: number;
            /** @description What would be shown that was not. */
            newlyVisible: {
                action: string;
                role: string;
                infoType: string;
                /** @enum {string} */
                before: "omit" | "redacted" | "token" | "masked" | "plain";
                /** @enum {string} */
                after: "omit" | "redacted" | "token" | "masked" | "plain";
                count: number;
            }[];
            /** @description What would no longer be shown. */
            newlyHidden: {
                action: string;
                role: string;
                infoType: string;
                /** @enum {string} */
                before: "omit" | "redacted" | "token" | "masked" | "plain";
                /** @enum {string} */
                after: "omit" | "redacted" | "token" | "masked" | "plain";
                count: number;
            }[];
            /** @description The first hundred changes one by one. */
            changes: {
                action: string;
                role: string;
                infoType: string;
                /** @enum {string} */
                before: "omit" | "redacted" | "token" | "masked" | "plain";
                /** @enum {string} */
                after: "omit" | "redacted" | "token" | "masked" | "plain";
                requestId: string;
                decidedBy: string[];
            }[];
        };
        /** @description Decides real decisions again, by a draft. */
        ReplayRequest: {
            /** @description The draft to decide by. */
            policy: components["schemas"]["PolicyChoice"];
            /**
             * @description How many decisions, the newest first.
             * @default 1000
             */
            last?: number;
        };
        /** @description Asks for a role for a time. */
        RequestGrantRequest: {
            /** @description For whom. */
            principalId: string;
            /** @description The role that is asked for. */
            role: string;
            /** @description Why. No personal data. */
            reason: string;
            /** @description For how long, from the approval on. */
            durationSeconds: number;
        };
        /** @description What the reviewer has to say. */
        ReviewPolicyRequest: {
            /** @description Why; kept with the version. No personal data. */
            note?: string;
        };
        /** @description A role that principals can have and policies name. */
        Role: {
            /** @description The id of the role, a slug. */
            id: string;
            /** @description What it is for. */
            description: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** @description One page of a list. */
        RoleList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Role"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description A successor of a key. */
        RotateApiKeyRequest: {
            /** @description How long the old key stays valid beside it. */
            overlapMs: number;
            /**
             * Format: date-time
             * @description When the key ends.
             */
            expiresAt?: string;
        };
        /** @description Begins a rotation; the work goes on in the background. */
        RotateKeysRequest: {
            /**
             * @description What is rotated: the key that wraps keys, those that encrypt, the one that finds; `search` fills search indexes.
             * @default kek
             * @enum {string}
             */
            kind?: "kek" | "data" | "index" | "search";
            /**
             * @description After a compromise the old key is destroyed as soon as nothing is under it.
             * @default scheduled
             * @enum {string}
             */
            reason?: "scheduled" | "compromise";
        };
        /** @description Finds stored values by a keyed index. All but `exact` must be declared by the collection. */
        SearchRequest: {
            /** @description Of which info type. */
            type: string;
            /** @description The whole value. */
            exact?: string;
            /** @description Its last four letters or digits. */
            last4?: string;
            /** @description How it begins. */
            prefix?: string;
            /** @description What follows the @ of an address. */
            domain?: string;
            /** @description The year of a date. */
            year?: number;
            /** @description Dates or ages, both ends included. */
            range?: {
                from: string;
                to: string;
            };
            /**
             * @description Counts by what values share instead.
             * @enum {string}
             */
            groupBy?: "last4" | "prefix" | "domain" | "year" | "bucket";
            /** @description Where; absent: the header’s, or `default`. */
            collection?: string;
            /**
             * @description At most this many.
             * @default 50
             */
            limit?: number;
            /**
             * @description Smaller groups are not shown.
             * @default 5
             */
            sizeMin?: number;
        };
        /** @description Tokens of the values found, or counts. */
        SearchResponse: {
            /** @description What was found and may be known: tokens, never values. */
            items?: {
                token: string;
                type: string;
                subjects: string[];
                origins: string[];
                region: string | null;
                tags: string[];
            }[];
            /** @description What the members share, and how many there are. */
            groups?: {
                term: string;
                count: number;
            }[];
        };
        /** @description The session of the cookie. */
        Session: {
            principal: components["schemas"]["SessionPrincipal"];
            /** @description Actions that are allowed now, somewhere in the tenant. Hints: each request is decided anew. */
            permissions: string[];
            /** @description Actions that could be allowed if something were given: a purpose, a reason, a second factor. */
            conditionalPermissions: string[];
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "password" | "key" | "oidc" | "setup";
            /** @description Whether a second factor was proved: `ctx.mfa`. */
            mfa: boolean;
            /** @description Whether there is a password of one’s own. */
            password: boolean;
            /** @description Whether an authenticator app is set up. */
            secondFactor: boolean;
            /**
             * Format: date-time
             * @description When the person last proved who it is.
             */
            authenticatedAt: string;
            /**
             * Format: date-time
             * @description When the session ends in any case.
             */
            expiresAt: string;
            /** @description It ends after this long without a request. */
            idleSeconds: number;
            /** @description For the header x-pvg-csrf of every change. */
            csrfToken: string;
        };
        /** @description Who is signed in. */
        SessionPrincipal: {
            /** @description Who is signed in. */
            id: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "user" | "service" | "tool" | "model";
            /** @description What people call it. */
            displayName: string;
            /** @description Whose data it is about. */
            tenantId: string;
            /** @description Its roles, groups and grants included. */
            roles: string[];
            /** @description Its groups. */
            groups: string[];
            /** @description The purposes it may name; `*` is any. */
            purposes: string[];
            /** @description The collections it may name; `*` is any. */
            collections: string[];
        };
        /** @description A new password of one’s own. */
        SetPasswordRequest: {
            /** @description A password. */
            password: string;
        };
        /** @description Makes the first administrator, once. */
        SetupRequest: {
            /** @description The setup token from the log of the first start. */
            token: string;
            /** @description The id of the first administrator. */
            id: string;
            /** @description What people call him. */
            displayName?: string;
            /** @description To sign in with from now on; without one there is a key. */
            password?: string;
        };
        /** @description The first administrator and his way in. */
        SetupResponse: {
            /** @description The id of the first administrator. */
            principalId: string;
            /** @description His API key, shown this once, if he has no password. */
            key?: string;
            /** @description The session of one who has a password. */
            session?: components["schemas"]["Session"];
        };
        /** @description Lets one person choose a password, once. */
        SignInInvitation: {
            /** @description To be handed to the person, shown this once. */
            token: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expiresAt: string;
        };
        /** @description The ways in. */
        SignInOptions: {
            /** @description There is no administrator yet: ask for the setup token. */
            setupNeeded: boolean;
            /** @description Whether people can sign in with a name and password. */
            password: boolean;
            /** @description OpenID providers to sign in at. */
            providers: components["schemas"]["SignInProvider"][];
        };
        /** @description An OpenID provider. */
        SignInProvider: {
            /** @description The configured name. */
            name: string;
            /** @description What a button says. */
            title: string;
            /** @description Where the button leads: a path of the gateway. */
            url: string;
        };
        /** @description Opens a session. */
        SignInRequest: {
            /**
             * @description Whose people to look among.
             * @default default
             */
            tenant?: string;
            /** @description The id of the principal. */
            name?: string;
            /** @description A password. */
            password?: string;
            /** @description The code of the authenticator app. */
            code?: string;
            /** @description An API key instead of name and password. */
            key?: string;
        };
        /** @description A decision to explain. Nothing is enforced or recorded as enforced. */
        SimulateRequest: {
            /** @description The id of a principal of this tenant, as its requests would act, or one made up. */
            principal: string | {
                /** @default somebody */
                id?: string;
                /**
                 * @default user
                 * @enum {string}
                 */
                kind?: "user" | "service" | "tool" | "model";
                /** @default [] */
                roles?: string[];
                /** @default [] */
                groups?: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                purposes?: string[];
                /**
                 * @default [
                 *       "*"
                 *     ]
                 */
                collections?: string[];
                /** @default {} */
                attributes?: {
                    [key: string]: string;
                };
                scopes?: string[];
            };
            /**
             * @description What it asks for.
             * @enum {string}
             */
            action: "gateway:Invoke" | "privacy:Inspect" | "document:Deidentify" | "vault:Tokenize" | "vault:Join" | "vault:Reveal" | "vault:Use" | "vault:Search" | "vault:Link" | "vault:Export" | "vault:Erase" | "vault:Hold" | "vault:Configure" | "keys:Read" | "keys:Rotate" | "tool:Invoke" | "tool:Read" | "tool:Write" | "upstream:Read" | "upstream:Write" | "job:Read" | "job:Write" | "policy:Read" | "policy:Write" | "policy:Approve" | "policy:Activate" | "principal:Read" | "principal:Write" | "principal:Delegate" | "grant:Request" | "grant:Approve" | "grant:BreakGlass" | "audit:Read" | "audit:Export" | "system:Read";
            /** @description Of what. */
            resource: {
                /** @default * */
                collection?: string;
                infoType?: string;
                region?: string;
                subject?: string;
                origins?: string[];
                tags?: string[];
            };
            /**
             * @description Under which circumstances.
             * @default {}
             */
            context?: {
                /** Format: date-time */
                now?: string;
                purpose?: string;
                reason?: string;
                mfa?: boolean;
                sourceIp?: string;
                model?: string;
                tool?: string;
                conversation?: string;
                suppliedByCaller?: boolean;
            };
            /** @description Absent: the policies in force. */
            policy?: components["schemas"]["PolicyChoice"];
        };
        /** @description The decision that would be enforced, explained. */
        Simulation: {
            /** @description Granted; for vault:Reveal, that something is shown at all. */
            allowed: boolean;
            /**
             * @description How much of the value is shown.
             * @enum {string}
             */
            level: "omit" | "redacted" | "token" | "masked" | "plain";
            /** @description The statements that made this the answer. */
            decidedBy: string[];
            /** @description Every statement that matched. */
            matched: string[];
            /** @description Attributes that could change the answer and are missing. */
            missingContext: string[];
            /** @description The policies that were asked. */
            policyHash: string;
            /** @description False when a missing attribute could change the answer. */
            complete: boolean;
            /** @description The answer with what is missing read against the caller, and for him. */
            outcomes: {
                least: components["schemas"]["Decision"];
                most: components["schemas"]["Decision"];
            };
            /** @description Each statement about this principal and action, and which tests of it failed. */
            statements: {
                sid: string;
                /** @enum {string} */
                effect: "allow" | "deny";
                /** @enum {string} */
                reveal?: "omit" | "redacted" | "token" | "masked" | "plain";
                matched: boolean;
                failed: string[];
                missing: string[];
            }[];
        };
        /** @description Proves again who is there: a code where an app is set up, else a password. */
        StepUpRequest: {
            /** @description A password. */
            password?: string;
            /** @description The code of the authenticator app. */
            code?: string;
        };
        /** @description A data subject. Holds no values. */
        Subject: {
            /** @description The id of a data subject; no personal data itself. */
            id: string;
            /**
             * @description Whether it was erased.
             * @enum {string}
             */
            state: "active" | "erased";
            /** @description Why it must be kept; null when it may be erased. */
            holdReason: string | null;
            /** @description Who asked for its erasure, which somebody else then does; null when nobody did. */
            erasureRequestedBy: string | null;
            /** @description How many values are linked to it. */
            values: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was erased.
             */
            erasedAt: string | null;
        };
        /** @description One page of a list. */
        SubjectList: {
            /** @description What the caller may see of this page. */
            items: components["schemas"]["Subject"][];
            /** @description The `after` of the next page; null on the last. */
            next: string | null;
        };
        /** @description What an authenticator app needs. It counts once a code confirmed it. */
        TotpSecret: {
            /** @description For the app, in base32; shown this once. */
            secret: string;
            /** @description The same as a Key URI, for a QR code. */
            uri: string;
        };
        /** @description What changes of a draft; what is absent stays. */
        UpdatePolicyDraftRequest: {
            /** @description A policy document; see GET /admin/v1/policies/schema. */
            document?: unknown;
            /** @description Why; kept with the version. No personal data. */
            note?: string;
        };
        /** @description What changes; what is absent stays. */
        UpdatePrincipalRequest: {
            /** @description What people call it. */
            displayName?: string;
            /**
             * @description A disabled one cannot authenticate.
             * @enum {string}
             */
            state?: "active" | "disabled";
            /** @description The roles it has itself. */
            roles?: string[];
            /** @description The groups it is in. */
            groups?: string[];
            /** @description The purposes its requests may name; `*` is any. */
            purposes?: string[];
            /** @description The collections its requests may name; `*` is any. */
            collections?: string[];
            /** @description What conditions read as `principal.<name>`. */
            attributes?: {
                [key: string]: string;
            };
        };
        /** @description Verifies the chain, and that it is the one that was signed. */
        VerifyAuditRequest: {
            /**
             * @description Checkpoints as they were exported, each as JSON text.
             * @default []
             */
            checkpoints?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    SignIn_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
        };
    };
    Setup_setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetupRequest"];
            };
        };
        responses: {
            /** @description The first administrator and his way in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupResponse"];
                };
            };
        };
    };
    Session_current: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Session_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Session_signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Session_stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUpRequest"];
            };
        };
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Credentials_setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordRequest"];
            };
        };
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Credentials_confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpRequest"];
            };
        };
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Credentials_beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NothingAsked"];
            };
        };
        responses: {
            /** @description What an authenticator app needs. It counts once a code confirmed it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
        };
    };
    Credentials_removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Credentials_redeem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemInvitationRequest"];
            };
        };
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    Overview_activity: {
        parameters: {
            query?: {
                /** @description How far back. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened lately, in figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
        };
    };
    Overview_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the parts of the gateway do. A part that could not be asked is null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    Simulation_matrix: {
        parameters: {
            query?: {
                /** @description Of which collection; `*` for what holds in all of them. */
                collection?: string;
                /** @description Comma-separated; absent: every role that is known. */
                roles?: string | string[];
                /** @description Comma-separated; absent: those that policies name. */
                tools?: string | string[];
                /** @description Comma-separated; absent: those that policies name. */
                models?: string | string[];
                /** @description Comma-separated info types; absent: every type that is detected. */
                types?: string | string[];
                /** @description For which purpose. */
                purpose?: string;
                /** @description Through which tool. */
                tool?: string;
                /** @description With `version`: a version to ask instead. */
                policyId?: string;
                /** @description The number of a version, from 1. */
                version?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who sees what, by the evaluator that enforces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessMatrix"];
                };
            };
        };
    };
    Playground_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaygroundRequest"];
            };
        };
        responses: {
            /** @description One text on its way out and back, for several readers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaygroundRun"];
                };
            };
        };
    };
    Simulation_simulate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateRequest"];
            };
        };
        responses: {
            /** @description The decision that would be enforced, explained. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Simulation"];
                };
            };
        };
    };
    Simulation_replay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description What a draft would have decided otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    Policies_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyList"];
                };
            };
        };
    };
    Policies_lint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LintPolicyRequest"];
            };
        };
        responses: {
            /** @description What is wrong or doubtful about a document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyLint"];
                };
            };
        };
    };
    Policies_listVersions: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersionList"];
                };
            };
        };
    };
    Policies_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyDraftRequest"];
            };
        };
        responses: {
            /** @description A version of a policy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    Policies_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    Policies_update: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyDraftRequest"];
            };
        };
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    PolicyReview_submit: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    PolicyReview_approve: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewPolicyRequest"];
            };
        };
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    PolicyReview_reject: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewPolicyRequest"];
            };
        };
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    PolicyReview_activate: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A version of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
        };
    };
    PolicyTests_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The number of a version, from 1. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored tests against what would be in force with the version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyTestRun"];
                };
            };
        };
    };
    PolicyTests_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored tests of a policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyTestList"];
                };
            };
        };
    };
    PolicyTests_put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The name of a test, unique in the policy. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutPolicyTestRequest"];
            };
        };
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    PolicyTests_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
                /** @description The name of a test, unique in the policy. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Policies_diff: {
        parameters: {
            query: {
                /** @description The version before. */
                from: number;
                /** @description The version after. */
                to: number;
            };
            header?: never;
            path: {
                /** @description The id of a policy, a slug. */
                policyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What changes from one version to another; order is no change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDiff"];
                };
            };
        };
    };
    Collections_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
        };
    };
    Principals_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrincipalList"];
                };
            };
        };
    };
    Principals_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrincipalRequest"];
            };
        };
        responses: {
            /** @description A principal as it is stored: without what groups and grants add. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
        };
    };
    Principals_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a principal, unique in the tenant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A principal as it is stored: without what groups and grants add. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
        };
    };
    Principals_update: {
        parameters: {
            query?: never;
            header: {
                /** @description The ETag of what is to be changed, as last read. */
                "if-match": string;
            };
            path: {
                /** @description The id of a principal, unique in the tenant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePrincipalRequest"];
            };
        };
        responses: {
            /** @description A principal as it is stored: without what groups and grants add. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Principal"];
                };
            };
        };
    };
    Credentials_invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a principal, unique in the tenant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NothingAsked"];
            };
        };
        responses: {
            /** @description Lets one person choose a password, once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInInvitation"];
                };
            };
        };
    };
    Credentials_removeSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a principal, unique in the tenant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Groups_listGroups: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
        };
    };
    Groups_putGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutGroupRequest"];
            };
        };
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Groups_removeGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Groups_listClaimRules: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimRuleList"];
                };
            };
        };
    };
    Groups_putClaimRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutClaimRuleRequest"];
            };
        };
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Groups_removeClaimRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a claim rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Groups_listRoles: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
        };
    };
    Groups_putRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutRoleRequest"];
            };
        };
        responses: {
            /** @description A role that principals can have and policies name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    ApiKeys_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description The id of a principal, unique in the tenant. */
                principalId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    ApiKeys_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description A new key, with the secret that nobody sees again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    ApiKeys_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The part of the key that names it. */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ApiKeys_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The part of the key that names it. */
                prefix: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description A new key, with the secret that nobody sees again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    Grants_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrantList"];
                };
            };
        };
    };
    Grants_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestGrantRequest"];
            };
        };
        responses: {
            /** @description A role for a time, with a reason. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrant"];
                };
            };
        };
    };
    Grants_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a grant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A role for a time, with a reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrant"];
                };
            };
        };
    };
    Grants_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a grant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A role for a time, with a reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrant"];
                };
            };
        };
    };
    Grants_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a grant. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A role for a time, with a reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrant"];
                };
            };
        };
    };
    Audit_search: {
        parameters: {
            query?: {
                /** @description Such as `vault_token.reveal_decided`. */
                action?: string;
                /** @description Who did it. */
                actorId?: string;
                /** @description What it was done to; a vault token finds every event about it. */
                resourceId?: string;
                /** @description In which request. */
                requestId?: string;
                /** @description Recorded at or after. */
                from?: string;
                /** @description Recorded before. */
                until?: string;
                /** @description Which comes first. */
                order?: "newest" | "oldest";
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the audit log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
        };
    };
    Audit_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyAuditRequest"];
            };
        };
        responses: {
            /** @description What came of verifying the chain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerdict"];
                };
            };
        };
    };
    Keys_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the tenant’s keys are, and whether each still opens its canary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyStatus"];
                };
            };
        };
    };
    Keys_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeysRequest"];
            };
        };
        responses: {
            /** @description A rotation and how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotation"];
                };
            };
        };
    };
    Keys_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rotation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A rotation and how far it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotation"];
                };
            };
        };
    };
    Keys_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a rotation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A rotation and how far it is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRotation"];
                };
            };
        };
    };
    Jobs_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    Jobs_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description The collection of the vault; absent: the header’s, or `default`. */
                    collection?: string;
                    /**
                     * @description What stands for a value; absent: what the collection says.
                     * @enum {string}
                     */
                    as?: "token" | "token-last4" | "surrogate" | "format" | "date-shift" | "mask" | "redact" | "generalise";
                    /**
                     * @description The format, where name and content do not tell.
                     * @enum {string}
                     */
                    format?: "text" | "markdown" | "log" | "subtitles" | "json" | "ndjson" | "chat-jsonl" | "csv" | "tsv" | "html" | "xml" | "docx" | "pptx" | "xlsx" | "eml" | "rtf" | "pdf" | "png" | "jpeg";
                    /** @description What becomes of columns and keys, a JSON object: `{"email":"token","notes":"detect","*":"keep"}`. */
                    columns?: string;
                    /**
                     * @description What becomes of parts of a container that nothing reads.
                     * @enum {string}
                     */
                    unknownParts?: "refuse" | "drop";
                    /** @description The documents. Fields come before them. */
                    file: string[];
                    /**
                     * @description What is done with the files; absent: `deidentify`.
                     * @enum {string}
                     */
                    kind?: "deidentify" | "inspect";
                };
            };
        };
        responses: {
            /** @description Documents being rewritten, and how far that is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    Jobs_items: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                state?: "queued" | "running" | "done" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description The id of a job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobItemList"];
                };
            };
        };
    };
    Jobs_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documents being rewritten, and how far that is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    Jobs_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Documents being rewritten, and how far that is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    Models_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    VaultSearch_search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Tokens of the values found, or counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
        };
    };
    Vault_detokenize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetokenizeRequest"];
            };
        };
        responses: {
            /** @description The values of tokens, as far as policy allows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetokenizeResponse"];
                };
            };
        };
    };
    Subjects_list: {
        parameters: {
            query?: {
                /** @description At most this many. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of a list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubjectList"];
                };
            };
        };
    };
    Subjects_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubjectRequest"];
            };
        };
        responses: {
            /** @description A data subject. Holds no values. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Subjects_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A data subject. Holds no values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Erasure_hold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description A data subject. Holds no values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Erasure_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A data subject. Holds no values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Erasure_erase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseRequest"];
            };
        };
        responses: {
            /** @description A signed statement of an erasure; it verifies offline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureCertificate"];
                };
            };
        };
    };
    Erasure_requestErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A data subject. Holds no values. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Erasure_withdrawErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a data subject; no personal data itself. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A data subject. Holds no values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
        };
    };
    Erasure_certificateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public key (RFC 7517) that verifies certificates of erasure. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateKey"];
                };
            };
        };
    };
}
