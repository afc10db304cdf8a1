//! Splits PGN4 text into tags, comments, brackets, round numbers and words.

use super::Reason;

/// A piece of PGN4 text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, its escapes undone.
    Tag(&'a str, String),
    /// `{ … }` or `; …`, trimmed.
    Comment(&'a str),
    /// `(` or `[`.
    Open,
    /// `)` or `]`.
    Close,
    /// `12.`
    Round(u32),
    /// `..`, which only separates: whose turn it is, the game says.
    Dots,
    /// Anything else.
    Word(&'a str),
}

/// Reads tokens one by one.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    /// Line and column where the last token begins.
    start: (u32, u32),
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text: text.strip_prefix('\u{feff}').unwrap_or(text),
            at: 0,
            line: 1,
            column: 1,
            start: (1, 1),
        }
    }

    /// The line and the letter of it, both counted from 1, where the last token begins.
    pub(super) const fn start(&self) -> (u32, u32) {
        self.start
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Steps over `bytes` bytes, which end at a character's boundary.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, _) = self.rest().split_at(bytes);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let breaks = taken.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(count(breaks));
        let last = taken.rfind('\n').map(|end| &taken[end + 1..]);
        if last.is_some() {
            self.column = 1;
        }
        let letters = count(last.unwrap_or(taken).chars().count());
        self.column = self.column.saturating_add(letters);
        self.at += bytes;
        taken
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start().len());
    }

    /// Whether no token is left.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty()
    }

    /// Whether a tag comes next.
    pub(super) fn at_tag(&mut self) -> bool {
        self.skip_blanks();
        tag_name(self.rest()).is_some()
    }

    /// Skips to the next tag that stands first on a line and follows a line that holds none:
    /// where the next game begins after one that can't be read. `in_tags` says that the fault is
    /// among the game's tags.
    pub(super) fn skip_game(&mut self, in_tags: bool) {
        self.skip_line();
        let mut after_tag = in_tags;
        while !self.rest().is_empty() {
            let is_tag = tag_name(self.rest()).is_some();
            if is_tag && !after_tag {
                return;
            }
            after_tag = is_tag;
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.advance(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }

    fn tag(&mut self, name: &'a str) -> Result<Token<'a>, Reason> {
        let rest = self.rest();
        let open = rest.find('"').ok_or(Reason::UnclosedTag)?;
        let mut value = String::new();
        let mut escaped = false;
        for (index, letter) in rest[open + 1..].char_indices() {
            if escaped {
                value.push(letter);
                escaped = false;
            } else if letter == '\\' {
                escaped = true;
            } else if letter == '"' {
                self.advance(open + 1 + index + 1);
                self.skip_blanks();
                if !self.rest().starts_with(']') {
                    return Err(Reason::UnclosedTag);
                }
                self.advance(1);
                return Ok(Token::Tag(name, value));
            } else {
                value.push(letter);
            }
        }
        // Nothing after it can be told from the value: the text ends here.
        self.advance(rest.len());
        Err(Reason::UnclosedTag)
    }

    fn number_or_word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && rest[digits..].starts_with('.') {
            // A number too large to be a round is still one: it counts nothing.
            let round = rest[..digits].parse().unwrap_or(u32::MAX);
            self.advance(digits + 1);
            return Token::Round(round);
        }
        let ends = |letter: char| letter.is_whitespace() || "{}()[];.".contains(letter);
        let end = rest.find(ends).unwrap_or(rest.len());
        // A lone `}` is a word of its own, so that every call takes something.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        Token::Word(self.advance(end.max(first)))
    }
}

/// The name if `text` starts with a tag: `[`, a name, blanks and a quote.
fn tag_name(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?.trim_start();
    if !inside.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return None;
    }
    let end = inside.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inside.split_at(end);
    rest.trim_start().starts_with('"').then_some(name)
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<Token<'a>, Reason>;

    fn next(&mut self) -> Option<Result<Token<'a>, Reason>> {
        self.skip_blanks();
        self.start = (self.line, self.column);
        let rest = self.rest();
        let token = match rest.chars().next()? {
            '[' => {
                if let Some(name) = tag_name(rest) {
                    return Some(self.tag(name));
                }
                self.advance(1);
                Token::Open
            }
            '(' => {
                self.advance(1);
                Token::Open
            }
            ')' | ']' => {
                self.advance(1);
                Token::Close
            }
            '{' => {
                let Some(end) = rest.find('}') else {
                    self.advance(rest.len());
                    return Some(Err(Reason::UnclosedComment));
                };
                self.advance(end + 1);
                Token::Comment(rest[1..end].trim())
            }
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.advance(end);
                Token::Comment(rest[1..end].trim())
            }
            '.' => {
                let dots = rest.bytes().take_while(|byte| *byte == b'.').count();
                self.advance(dots);
                Token::Dots
            }
            _ => self.number_or_word(),
        };
        Some(Ok(token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Lexer::new(text)
            .collect::<Result<_, _>>()
            .expect("readable")
    }

    #[test]
    fn every_sort_of_token() {
        let text = "\u{feff}[Red \"A \\\"B\\\" [1]\"]\n1. d2-d4 {hi [Red \"x\"]} .. (1.. R) [ S ] ; end\n1-0";
        assert_eq!(
            tokens(text),
            [
                Token::Tag("Red", "A \"B\" [1]".to_owned()),
                Token::Round(1),
                Token::Word("d2-d4"),
                Token::Comment("hi [Red \"x\"]"),
                Token::Dots,
                Token::Open,
                Token::Round(1),
                Token::Dots,
                Token::Word("R"),
                Token::Close,
                Token::Open,
                Token::Word("S"),
                Token::Close,
                Token::Comment("end"),
                Token::Word("1-0"),
            ]
        );
    }

    #[test]
    fn unclosed_things_are_errors() {
        for (text, reason) in [
            ("{ no end", Reason::UnclosedComment),
            ("[Red \"no end", Reason::UnclosedTag),
            ("[Red \"a\" x]", Reason::UnclosedTag),
        ] {
            assert_eq!(Lexer::new(text).next(), Some(Err(reason)), "{text}");
        }
    }

    #[test]
    fn places_are_counted() {
        let mut lexer = Lexer::new("a é b\n\n { b\n c }\nd");
        let places = std::iter::from_fn(|| lexer.next().map(|_| lexer.start()));
        let places: Vec<(u32, u32)> = places.collect();
        assert_eq!(places, [(1, 1), (1, 3), (1, 5), (3, 2), (5, 1)]);
    }
}
