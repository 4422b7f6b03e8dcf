import { refusals } from '../http/answer/refusals.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' as const },
})

export const takesSignature = () => ({
  parameters: [
    header('Signature-Agent', 'sig1="https://agent.example": the origin that has the key directory of the agent'),
    header(
      'Signature-Input',
      'what sig1 covers: "@method", "@target-uri", "content-digest" and "signature-agent", with the tag "web-bot-auth"; of one that covers less nothing is taken, and Accept-Signature says what is missing',
    ),
    header('Content-Digest', 'sha-256=:…: of the body (RFC 9530), or sha-512'),
    header('Signature', 'sig1=:…: by Ed25519 (RFC 9421)'),
  ],
  responses: refusals('UNAUTHENTICATED'),
})
