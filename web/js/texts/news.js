// Notices and the news feed, in the menu of a game.

export const feed = "News feed of your seat (Atom), for any feed reader";
export const feedHint =
  "The feed says when you are asked and what has happened, as far as watchers see it. " +
  "Anyone with its address can read it, and do nothing else.";
export const notices = " Notices of this browser, while the page is open";
export const refused = "This browser does not let the page show notices.";
