//! A web server for the pages of a mirror.
use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash as _, Hasher as _},
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    thread,
};

/// Serves the files of a folder until the tests end, and returns the address of the server.
pub fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A browser that hangs up needs no answer.
            let _ = answer(&folder, stream);
        }
    });
    address
}

fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let lines: Vec<String> =
        BufReader::new(&stream).lines().map_while(Result::ok).take_while(|l| !l.is_empty()).collect();
    let mut words = lines.first().map(String::as_str).unwrap_or_default().split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = fs::read(folder.join(path.trim_start_matches('/')));
    let status = if file.is_ok() { "200 OK" } else { "404 Not Found" };
    let bytes = file.unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let (length, mark) = (bytes.len(), hasher.finish());
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nETag: \"{mark}\"\r\n")?;
    write!(stream, "Connection: close\r\n\r\n")?;
    if method == "GET" { stream.write_all(&bytes) } else { Ok(()) }
}
