// Written by `npm run console:client` from the gateway’s openapi.json. Not to be edited.
export interface paths {
    "/v1/privacy/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Privacy_inspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/deidentify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Privacy_deidentify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/reidentify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Privacy_reidentify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vault/tokenize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Vault_tokenize"];
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
    "/v1/documents/deidentify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Documents_deidentify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/reidentify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Documents_reidentify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Documents_inspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Documents_columns"];
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
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_get"];
        put?: never;
        post?: never;
        delete: operations["Jobs_delete"];
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
    "/v1/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/items/{seq}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_content"];
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Texts, any JSON or chat messages, to get back with vault tokens. */
        DeidentifyRequest: {
            /** @description Texts. */
            texts?: string[];
            /** @description Any JSON; its strings are texts. */
            json?: unknown;
            /** @description Chat messages, in the form of Chat Completions. */
            messages?: ({
                role: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The collection of the vault; absent: the header’s, or `default`. */
            collection?: string;
            /** @description What to look for in this request, over the settings of the collection. */
            detection?: {
                /** @description Only these types. */
                types?: string[];
                /** @description None of these types. */
                excludeTypes?: string[];
                /**
                 * @description `strict` finds more, and more that is none.
                 * @enum {string}
                 */
                profile?: "default" | "strict";
                /** @description Findings under it are dropped; 0.5, or 0.35 when strict. */
                threshold?: number;
                /** @description Thresholds of single types; they win over `threshold`. */
                thresholds?: {
                    [key: string]: number;
                };
                /** @description Values that are let pass. */
                allow?: {
                    /** @description The value. */
                    text: string;
                    /** @description Deny: the type found, `CUSTOM` when absent. Allow: only findings of this type; all when absent. */
                    type?: string;
                    /** @description Only as written; otherwise any case, accents and spaces. */
                    caseSensitive?: boolean;
                }[];
                /** @description Values that are always found. */
                deny?: {
                    /** @description The value. */
                    text: string;
                    /** @description Deny: the type found, `CUSTOM` when absent. Allow: only findings of this type; all when absent. */
                    type?: string;
                    /** @description Only as written; otherwise any case, accents and spaces. */
                    caseSensitive?: boolean;
                }[];
                /** @description Recognizers of one’s own: patterns, dictionaries, context words. */
                recognizers?: {
                    /** @description Findings name it `custom.<name>`. */
                    name: string;
                    /** @description The info type of its findings; may be a new one. */
                    type: string;
                    /** @description In RE2 syntax. */
                    pattern?: string;
                    ignoreCase?: boolean;
                    /** @description Words and phrases, found as whole words in any case. */
                    dictionary?: string[];
                    /** @description Words that, within sixty characters before a match, raise its score by 0.4. */
                    context?: string[];
                    /** @description 0.8 when absent. */
                    score?: number;
                }[];
            };
            /**
             * @description What stands for a value; absent: what the collection says for its type.
             * @enum {string}
             */
            as?: "token" | "token-last4" | "surrogate" | "format" | "date-shift" | "mask" | "redact" | "generalise";
        };
        /** @description What was given, with vault tokens in place of values. */
        DeidentifyResponse: {
            /** @description The texts, when texts were given. */
            texts?: string[];
            /** @description The JSON, when JSON was given. */
            json?: unknown;
            /** @description The messages, when messages were given. */
            messages?: ({
                role: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description What was replaced, each once: its token, or null where nothing stands for it. */
            entities: {
                token: string | null;
                type: string;
            }[];
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
        /** @description A value found in a text. */
        Finding: {
            /** @description The info type, such as EMAIL. */
            type: string;
            /** @description Where it begins, in UTF-16 code units. */
            start: number;
            /** @description Where it ends: the first code unit after it. */
            end: number;
            /** @description How sure it is, 0 to 1. */
            score: number;
            /** @description What found it. */
            recognizer: string;
            /** @description Why it was found: names of rules and words near it, never the value. */
            explanation: {
                pattern?: string;
                validation: string;
                context: string[];
                path: {
                    reason: string;
                    score: number;
                }[];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description What a document holds. */
        InspectDocumentResponse: {
            report: components["schemas"]["DocumentReport"];
        };
        /** @description Texts to look for personal data in. Nothing is stored. */
        InspectRequest: {
            /** @description The texts. */
            texts: string[];
            /** @description The collection of the vault; absent: the header’s, or `default`. */
            collection?: string;
            /** @description Only these types; absent: all. */
            types?: string[];
            /** @description The language of the texts, an ISO 639-1 code. */
            language?: string;
            /** @description What to look for in this request, over the settings of the collection. */
            detection?: {
                /** @description Only these types. */
                types?: string[];
                /** @description None of these types. */
                excludeTypes?: string[];
                /**
                 * @description `strict` finds more, and more that is none.
                 * @enum {string}
                 */
                profile?: "default" | "strict";
                /** @description Findings under it are dropped; 0.5, or 0.35 when strict. */
                threshold?: number;
                /** @description Thresholds of single types; they win over `threshold`. */
                thresholds?: {
                    [key: string]: number;
                };
                /** @description Values that are let pass. */
                allow?: {
                    /** @description The value. */
                    text: string;
                    /** @description Deny: the type found, `CUSTOM` when absent. Allow: only findings of this type; all when absent. */
                    type?: string;
                    /** @description Only as written; otherwise any case, accents and spaces. */
                    caseSensitive?: boolean;
                }[];
                /** @description Values that are always found. */
                deny?: {
                    /** @description The value. */
                    text: string;
                    /** @description Deny: the type found, `CUSTOM` when absent. Allow: only findings of this type; all when absent. */
                    type?: string;
                    /** @description Only as written; otherwise any case, accents and spaces. */
                    caseSensitive?: boolean;
                }[];
                /** @description Recognizers of one’s own: patterns, dictionaries, context words. */
                recognizers?: {
                    /** @description Findings name it `custom.<name>`. */
                    name: string;
                    /** @description The info type of its findings; may be a new one. */
                    type: string;
                    /** @description In RE2 syntax. */
                    pattern?: string;
                    ignoreCase?: boolean;
                    /** @description Words and phrases, found as whole words in any case. */
                    dictionary?: string[];
                    /** @description Words that, within sixty characters before a match, raise its score by 0.4. */
                    context?: string[];
                    /** @description 0.8 when absent. */
                    score?: number;
                }[];
            };
        };
        /** @description What was found, by text. */
        InspectResponse: {
            /** @description For each text, in the order given, what was found in it. */
            results: {
                findings: components["schemas"]["Finding"][];
            }[];
        };
        /** @description Why one item was refused; the others are not concerned. */
        ItemError: {
            /** @description Stable; the same codes as of problems. */
            code: string;
            /** @description For people. Holds no value. */
            message: string;
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
        /** @description The columns of a table, and what is proposed for each. */
        ProfileColumnsResponse: {
            /** @description In their order. */
            columns: {
                /** @description The header, or the position of a file without one. */
                name: string;
                /** @description Cells that are not empty. */
                filled: number;
                /** @description Cells that hold a value, by info type. */
                types: {
                    [key: string]: number;
                };
                /** @description Cells that are one value and nothing else. */
                whole: number;
                /** @description The policy proposed for the column; a person confirms it. */
                proposed: string;
                /** @description Why. */
                because: string;
            }[];
        };
        /** @description The same shapes with vault tokens, to get back as far as policy allows. */
        ReidentifyRequest: {
            /** @description Texts. */
            texts?: string[];
            /** @description Any JSON; its strings are texts. */
            json?: unknown;
            /** @description Chat messages, in the form of Chat Completions. */
            messages?: ({
                role: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The collection of the vault; absent: the header’s, or `default`. */
            collection?: string;
        };
        /** @description What was given, with values as far as policy allows. */
        ReidentifyResponse: {
            /** @description The texts, when texts were given. */
            texts?: string[];
            /** @description The JSON, when JSON was given. */
            json?: unknown;
            /** @description The messages, when messages were given. */
            messages?: ({
                role: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Tokens that stand for nothing here. */
            unresolved: string[];
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
        /** @description A value to store. */
        TokenizeItem: {
            /** @description The info type, such as EMAIL. */
            type: string;
            /** @description The value to store. */
            value: string;
            /** @description Whose value it is: an opaque id. */
            subject?: string;
            /**
             * Format: date-time
             * @description After this it resolves to nothing.
             */
            expiresAt?: string;
            /** @description Whether it can be read once only. */
            singleUse?: boolean;
        };
        /** @description Values to store; each item gets a token or an error, in the order given. */
        TokenizeRequest: {
            /** @description The values, in order. */
            items: components["schemas"]["TokenizeItem"][];
            /** @description Where to; absent: the header’s, or `default`. */
            collection?: string;
        };
        /** @description The tokens of the values. */
        TokenizeResponse: {
            /** @description A token or an error for each item, in the order given. */
            items: ({
                token: string;
            } | {
                error: components["schemas"]["ItemError"];
            })[];
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
    Privacy_inspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InspectRequest"];
            };
        };
        responses: {
            /** @description What was found, by text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectResponse"];
                };
            };
        };
    };
    Privacy_deidentify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeidentifyRequest"];
            };
        };
        responses: {
            /** @description What was given, with vault tokens in place of values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeidentifyResponse"];
                };
            };
        };
    };
    Privacy_reidentify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReidentifyRequest"];
            };
        };
        responses: {
            /** @description What was given, with values as far as policy allows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReidentifyResponse"];
                };
            };
        };
    };
    Vault_tokenize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenizeRequest"];
            };
        };
        responses: {
            /** @description The tokens of the values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenizeResponse"];
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
    Documents_deidentify: {
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
                    /**
                     * Format: binary
                     * @description The document. Fields come before it.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The rewritten document. With `accept: application/json`: `{ report, content }`, base64. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "application/json": {
                        report: components["schemas"]["DocumentReport"];
                        /** @description The document, base64. */
                        content: string;
                    };
                };
            };
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
    Documents_reidentify: {
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
                    /**
                     * Format: binary
                     * @description The document. Fields come before it.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The document with the values that the caller may see. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "application/json": {
                        report: components["schemas"]["DocumentReport"];
                        /** @description The document, base64. */
                        content: string;
                    };
                };
            };
        };
    };
    Documents_inspect: {
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
                    /**
                     * Format: binary
                     * @description The document. Fields come before it.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description What a document holds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectDocumentResponse"];
                };
            };
        };
    };
    Documents_columns: {
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
                    /**
                     * Format: binary
                     * @description The document. Fields come before it.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The columns of a table, and what is proposed for each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileColumnsResponse"];
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
    Jobs_get: {
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
    Jobs_delete: {
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
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
    Jobs_events: {
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
            /** @description Events whose data is a Job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    Jobs_content: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a job. */
                id: string;
                /** @description The place of a file in its job. */
                seq: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rewritten document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
}
