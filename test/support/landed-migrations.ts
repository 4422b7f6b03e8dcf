/**
 * SHA-256 of each migration that has landed: there are databases that hold it, so it never changes.
 * Add, do not edit.
 */
export const landedMigrations: Record<string, string> = {
  '0001_platform': '63f63f51974391a8e990084073ee52d4233a2c609f1ae58bfc9b2e4316beb67b',
  '0002_account': 'a63df50202e71cbe7fcf12753c34e6480e0593288ddffd48fa0eafac3922b26f',
  '0003_casset': 'b63c673574aad44b66974fb02edc1dc80fb9cb8e5447793956a4db023483202e',
  '0004_money': '892057ce7ace3949afb106d259c1062565282aa261f2c065a03b3cd7e75d52f2',
  '0005_room': '0d7fabed1dc724af5af05622bc587b932f9bdc4d04c08ae7e4db450e0fb333a1',
  '0006_drop': '43202c7fc03673dc8f612d6d8b1c2173675fbfb92aedf913cf0c8b4ab7c745fa',
  '0007_release': 'e404bd8c4a7241a49f658523f527152bf39bae307bdece3146de4700faed7748',
  '0008_machine': '7251efe8ff9c124f4bf517e9461838fff5f1e63b55fe40d763d2845db54660e9',
  '0009_operate': 'e8e7c1322b350be7294a3947dc14062e4e3c5fee8fb6c2a4b83adc1f56929373',
  '0130_license_terms': '6f501c6897029dfd387bf88c62af278b970e1df68266f16e9f695d02aac04bc0',
  '0160_setting': 'e0e9529b43f350b214a95a5d15a02a5d3ce4327f9cd5b3c8677662933b7d303d',
  '0140_agents': '8b8f009e79a49b4e710f0fb5df129f3fbd7b27a296d69a25baf3eef814a14f88',
}
