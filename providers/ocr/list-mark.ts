/** What an entry of a list begins with: a bullet, or a number or letter. */
export const listMark = /^(?:[•◦▪●○■□–—*-]|\(?\d{1,2}[.)]|\(?\p{L}[.)])\s/u;
