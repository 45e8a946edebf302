// Notices and the news feed, in the menu of a game.

export const feed = "News feed of your seat (Atom), for any feed reader";
export const feedHint =
  "The feed says when it is your turn and what has happened, as far as watchers can see. " +
  "Anyone with its address can read it, but not play.";
export const notices = " Notify me in this browser while the page is open";
export const refused = "This browser does not let the page show notices.";
