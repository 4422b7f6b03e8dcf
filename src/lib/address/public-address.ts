import ipaddr from 'ipaddr.js'

/** Whether an address is reached from everywhere, not only on this machine or its network. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
