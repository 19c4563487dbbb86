/**
 * Asks the model to keep tokens unchanged. Fixed, so that the provider's prompt cache keeps working; sent as a system
 * message of its own and only when the request holds tokens.
 */
export const PREAMBLE =
  'Some values in this conversation are replaced by placeholders in square brackets: a type, an underscore and ten ' +
  'characters. Treat each as the value it stands for. When you refer to one, copy it exactly, with its brackets. Never ' +
  'translate, shorten, split, guess or invent one.';
