/** Plain words for the processor's requirements, by the start of their names. */
const words: readonly [RegExp, string][] = [
  [/terms_of_service|attestations|^tos/, 'Agree to the processor’s terms'],
  [/given_name|surname|first_name|last_name|\.name$/, 'Your name'],
  [/date_of_birth|\.dob/, 'Your date of birth'],
  [/address/, 'Your address'],
  [/id_number|verification|document/, 'Proof of identity'],
  [/email|phone/, 'Your contact details'],
  [/payout|bank|external_account|outbound|destination/, 'Your bank account'],
  [/business_details|business_profile|company/, 'Your business details'],
]

/** Returns the requirements in plain words, without duplicates. */
export function dueText(names: readonly string[]): string[] {
  const said = names.map((name) => words.find(([pattern]) => pattern.test(name))?.[1] ?? 'A few more details')
  return [...new Set(said)]
}
