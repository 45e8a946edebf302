//! What the links in a mail do: whoever has one needs not sign in.

use subtle::ConstantTimeEq;
use tabletop::hex_string;

use super::webhook::mac;
use super::{ChannelKind, Notices};
use crate::store::{Channel, StoreError};

/// What a link does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// It shows that the address is its reader's.
    Confirm,
    /// It asks for no more mail.
    Stop,
}

impl Link {
    fn word(self) -> &'static str {
        match self {
            Link::Confirm => "confirm",
            Link::Stop => "stop",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Link> {
        [Link::Confirm, Link::Stop].into_iter().find(|link| link.word() == word)
    }
}

/// What opens a link.
fn code(secret: &str, link: Link) -> String {
    let mut code = hex_string(&mac(secret, &format!("longroll mail {}", link.word())));
    code.truncate(32);
    code
}

impl Notices {
    /// The address of a link.
    pub(super) fn link_address(&self, channel: &str, secret: &str, link: Link) -> String {
        format!("{}/notices/{channel}/{}/{}", self.settings.address, link.word(), code(secret, link))
    }

    /// The channel of a link; nothing if it opens none.
    pub(crate) async fn linked(
        &self,
        channel: &str,
        link: Link,
        shown: &str,
    ) -> Result<Option<Channel>, StoreError> {
        let found = self.store.channel(channel).await?;
        Ok(found.filter(|channel| {
            let to = channel.to.as_ref();
            channel.kind == ChannelKind::Mail.word()
                && to.is_some_and(|to| code(&to.secret, link).as_bytes().ct_eq(shown.as_bytes()).into())
        }))
    }

    /// Does what a link does.
    pub(crate) async fn follow(&self, channel: Channel, link: Link) -> Result<(), StoreError> {
        match link {
            Link::Confirm if channel.confirmed => Ok(()),
            Link::Confirm => {
                self.store.change_channel(&Channel { confirmed: true, ..channel }).await.map(|_| ())
            }
            Link::Stop => self.store.remove_channel(&channel.id).await.map(|_| ()),
        }
    }
}
