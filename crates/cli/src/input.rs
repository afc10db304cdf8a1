//! Reading whole files and long lines without trusting their length.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use crate::Error;

/// The name that stands for the standard input.
const STDIN: &str = "-";

/// The text of a file, or of `stdin` for `-`. A file longer than `limit` bytes is refused before
/// it is read, a stream as soon as it turns out to be.
pub(crate) fn text(path: &Path, stdin: &mut dyn BufRead, limit: usize) -> Result<String, Error> {
    let failed = |error| Error::Read {
        path: path.to_owned(),
        error,
    };
    let too_long = || Error::TooLong {
        path: path.to_owned(),
        limit,
    };
    let mut file;
    let reader: &mut dyn Read = if path == Path::new(STDIN) {
        stdin
    } else {
        file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if usize::try_from(length).map_or(true, |length| length > limit) {
            return Err(too_long());
        }
        &mut file
    };
    let mut bytes = Vec::new();
    reader
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() > limit {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|_| Error::NotText(path.to_owned()))
}

/// The next line of at most `limit` bytes without its end; none at the end of the input. The rest
/// of a longer line is skipped, and an error of the line says so.
pub(crate) fn line(input: &mut dyn BufRead, limit: usize) -> Result<Option<Line>, Error> {
    let mut bytes = Vec::new();
    if (&mut *input)
        .take(limit as u64 + 1)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    let ended = bytes.last() == Some(&b'\n');
    if ended {
        bytes.pop();
    }
    if bytes.len() > limit && !ended {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(
        String::from_utf8(bytes).map_or(Line::NotText, Line::Text),
    ))
}

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text.
    Text(String),
    /// Longer than is read.
    TooLong,
    /// No UTF-8.
    NotText,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_whole() {
        let mut input = &b"abc\nabcdefgh\n\xff\n\nend"[..];
        let mut next = || line(&mut input, 4).expect("readable");
        assert_eq!(next(), Some(Line::Text("abc".to_owned())));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::NotText));
        assert_eq!(next(), Some(Line::Text(String::new())));
        assert_eq!(next(), Some(Line::Text("end".to_owned())));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_long_stream_is_refused() {
        let mut endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let read = text(Path::new("-"), &mut endless, 1000);
        assert!(matches!(read, Err(Error::TooLong { limit: 1000, .. })));
    }
}
