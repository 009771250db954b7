// Run with: node --experimental-vm-modules node_modules/jest/bin/jest.js
export default { testMatch: ['**/*.test.mjs'], transform: {} };
