/** What the API's document says of an answer that is no JSON: the types it may come in. */
export const sends = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }])),
})
