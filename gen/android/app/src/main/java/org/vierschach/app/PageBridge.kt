package org.vierschach.app

import android.content.ContentResolver
import android.content.Intent
import android.graphics.Rect
import android.net.Uri
import android.os.Build
import android.webkit.JavascriptInterface
import android.webkit.WebView
import androidx.core.content.IntentCompat
import java.io.IOException

/**
 * What the page gets from Android besides the shell's commands, as `window.vierschachShell`
 * (ui/src/native/shell.ts): texts shared into the app, and the edges of the glass beside a board.
 */
class PageBridge(private val webView: WebView) {
  /** Keeps a text for the page; what waited before is forgotten. */
  fun share(text: String) {
    synchronized(waiting) { waiting.text = text }
    webView.evaluateJavascript("window.dispatchEvent(new Event('vierschach-shared'))", null)
  }

  /** The text that waits, once; empty: there is none. */
  @JavascriptInterface
  fun takeShared(): String = synchronized(waiting) { waiting.text.also { waiting.text = "" } }

  /**
   * Leaves drags that start at the edges between two heights (CSS pixels) to the page instead of to
   * Back. Android grants 200 dp an edge and takes the lowest: the strip lies around the middle of the
   * board, where the outermost files are.
   */
  @JavascriptInterface
  fun keepEdges(top: Double, bottom: Double) {
    if (Build.VERSION.SDK_INT < Build.VERSION_CODES.Q) return
    webView.post {
      val density = webView.resources.displayMetrics.density
      val middle = (top + bottom) / 2
      val half = minOf((bottom - top) / 2, GRANTED_DP / 2)
      val from = ((middle - half) * density).toInt()
      val to = ((middle + half) * density).toInt()
      val strip = (EDGE_DP * density).toInt()
      webView.systemGestureExclusionRects =
        if (to <= from) emptyList()
        else listOf(Rect(0, from, strip, to), Rect(webView.width - strip, from, webView.width, to))
    }
  }

  companion object {
    /** What the page knows this object as. */
    const val NAME = "vierschachShell"

    private const val GRANTED_DP = 200.0
    private const val EDGE_DP = 40.0
    /** A longer text is no game that the host would read. */
    private const val MOST_SIGNS = 262_144

    /** What waits for the page; it outlives the activity, which Android may make anew. */
    private val waiting = object { var text = "" }

    /** The text that an intent brings, in itself or in a file; null: none, or it can't be read. */
    fun textOf(intent: Intent, files: ContentResolver): String? = when (intent.action) {
      Intent.ACTION_VIEW -> intent.data?.let { read(it, files) }
      Intent.ACTION_SEND -> intent.getStringExtra(Intent.EXTRA_TEXT)
        ?: IntentCompat.getParcelableExtra(intent, Intent.EXTRA_STREAM, Uri::class.java)
          ?.let { read(it, files) }
      else -> null
    }

    private fun read(file: Uri, files: ContentResolver): String? = try {
      files.openInputStream(file)?.bufferedReader()?.use { reader ->
        val signs = CharArray(MOST_SIGNS)
        var count = 0
        while (count < MOST_SIGNS) {
          val more = reader.read(signs, count, MOST_SIGNS - count)
          if (more < 0) break
          count += more
        }
        String(signs, 0, count)
      }
    } catch (_: IOException) {
      null
    } catch (_: SecurityException) {
      null
    }
  }
}
