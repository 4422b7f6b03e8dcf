import './metadata.ts'

export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
