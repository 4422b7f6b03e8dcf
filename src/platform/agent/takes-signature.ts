import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { refusals } from '../http/refusals.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' as const },
})

/** Returns the OpenAPI description of a request that agents may sign (signed-agent.ts). */
export const takesSignature = () => ({
  parameters: [
    header('Signature-Agent', 'sig1="https://agent.example": the origin that has the key directory of the agent'),
    header('Signature-Input', 'what sig1 covers: "@authority" and "signature-agent", with the tag "web-bot-auth"'),
    header('Signature', 'sig1=:…: by Ed25519 (RFC 9421)'),
  ],
  responses: refusals('UNAUTHENTICATED'),
})

/** The refusal of an unsigned request that only named agents may make. */
export const signatureRequired = () =>
  new AppError('UNAUTHENTICATED', say('The agent has to sign this request.'), {
    hint: say('Sign it as Web Bot Auth has it: HTTP Message Signatures (RFC 9421) with the tag "web-bot-auth".'),
  })
