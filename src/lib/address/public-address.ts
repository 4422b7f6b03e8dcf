import ipaddr from 'ipaddr.js'

/**
 * Whether an address can be reached from everywhere: not this machine's, nor one of its network.
 */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
