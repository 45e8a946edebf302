//! The server from outside: scripts on the line, clients on the WebSocket, plain requests, and what is on disk.

mod http;
mod line;
mod schemas;
mod site;
mod socket;
mod storage;
mod toy;
