import { say } from '../../lib/language/say.ts'

/** Plain words for the processor's requirements, by the start of their names. */
const words = (): readonly [RegExp, string][] => [
  [/terms_of_service|attestations|^tos/, say('Agree to the processor’s terms')],
  [/given_name|surname|first_name|last_name|\.name$/, say('Your name')],
  [/date_of_birth|\.dob/, say('Your date of birth')],
  [/address/, say('Your address')],
  [/id_number|verification|document/, say('Proof of identity')],
  [/email|phone/, say('Your contact details')],
  [/payout|bank|external_account|outbound|destination/, say('Your bank account')],
  [/business_details|business_profile|company/, say('Your business details')],
]

/** Returns the requirements in plain words, without duplicates. */
export function dueText(names: readonly string[]): string[] {
  const said = names.map((name) => words().find(([pattern]) => pattern.test(name))?.[1] ?? say('A few more details'))
  return [...new Set(said)]
}
