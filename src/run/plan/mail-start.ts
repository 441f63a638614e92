/** How every patch of a series begins: there is no commit that it comes from. */
export const mailStart = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001\n`
