// Loaded with the first passkey: it would add 120 ms to every start, 25 in the executable.
import '../../lib/reflect-metadata.ts'

export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
