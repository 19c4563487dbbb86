export { type DefinedTool, defineTool, type ParametersSchema, type ToolDefinition } from './define-tool/define-tool.js';
